// Kernels with private arrays that are larger than a thread's stack, for all lanes of a sub-group
// together, and the limit that is named where there are more.
#include "runner.h"

namespace cleave::test {
namespace {

constexpr size_t items = 70;  // no multiple of any width

std::vector<cl_int> run(const std::string& source, size_t local = 0) {
  return Runner::instance().run(source, {.global = {items, 1, 1}, .local = {local, 1, 1}},
                                std::vector<cl_int>(items, -1));
}

// Each work-item writes a few elements from end to end, at places of its own, and reads them back.
std::string array_of(size_t bytes) {
  return "#define BYTES " + std::to_string(bytes) + "\n" + R"(
    #define PLACES(i) for (uint i = id % 7; i < BYTES; i += BYTES / 5 - 13)
    )";
}

void check_sums(const std::vector<cl_int>& out, size_t bytes) {
  for (size_t id = 0; id < items; ++id) {
    cl_int sum = 0;
    for (size_t i = id % 7; i < bytes; i += bytes / 5 - 13) {
      sum += static_cast<signed char>(id + i % 50);
    }
    ASSERT_EQ(out[id], sum) << id;
  }
}

class PrivateMemory : public testing::TestWithParam<size_t> {};

TEST_P(PrivateMemory, LargerThanAThreadsStackIsUsed) {
  check_sums(run(array_of(GetParam()) + R"(
    kernel void test(global int* o) {
      char a[BYTES];
      int id = get_global_id(0), sum = 0;
      PLACES(i) a[i] = id + i % 50;
      PLACES(i) sum += a[i];
      o[id] = sum;
    })"),
             GetParam());
}

TEST_P(PrivateMemory, OfFunctionsIsUsed) {
  check_sums(run(array_of(GetParam()) + R"(
    __attribute__((noinline)) int fill_and_add(int id) {
      char a[BYTES];
      int sum = 0;
      PLACES(i) a[i] = id + i % 50;
      PLACES(i) sum += a[i];
      return sum;
    }
    kernel void test(global int* o) {
      int id = get_global_id(0);
      o[id] = id % 3 == 0 ? fill_and_add(id) : fill_and_add(id + 1 - 1);
    })"),
             GetParam());
}

TEST_P(PrivateMemory, LivesAcrossBarriers) {
  check_sums(run(array_of(GetParam()) + R"(
    kernel void test(global int* o) {
      char a[BYTES];
      int id = get_global_id(0), sum = 0;
      PLACES(i) a[i] = id + i % 50;
      barrier(CLK_LOCAL_MEM_FENCE);
      PLACES(i) sum += a[i];
      o[id] = sum;
    })",
                 2),
             GetParam());
}

constexpr size_t mebibyte = size_t{1} << 20;
INSTANTIATE_TEST_SUITE_P(Bytes, PrivateMemory,
                         testing::Values(mebibyte, 5 * mebibyte, 8 * mebibyte - 64),
                         testing::PrintToStringParamName());

TEST(PrivateMemoryLimit, IsUsed) {
  constexpr size_t most = 16 * mebibyte - 128;  // a few scalars lie there too
  check_sums(run(array_of(most) + R"(
    kernel void test(global int* o) {
      char a[BYTES];
      int id = get_global_id(0), sum = 0;
      PLACES(i) a[i] = id + i % 50;
      PLACES(i) sum += a[i];
      o[id] = sum;
    })"),
             most);
}

TEST(PrivateMemoryLimit, IsNamedWhereAKernelHasMore) {
  const std::string log = Runner::instance().failing_build_log(R"(
    kernel void large(global int* o) {
      char a[17 << 20];
      a[o[0]] = 1;
      o[1] = a[o[2]];
    })");
  EXPECT_NE(std::string::npos, log.find("kernel 'large' has 1782580")) << log;
  EXPECT_NE(std::string::npos, log.find("for each work-item; at most 16777216 are possible"))
      << log;
}

TEST(PrivateMemoryLimit, IsOfTheDeepestChainOfCalls) {
  const std::string log = Runner::instance().failing_build_log(R"(
    int c(global int* o) { char a[5 << 20]; a[o[0]] = 1; return a[o[2]]; }
    int b(global int* o) { char a[6 << 20]; a[o[0]] = c(o); return a[o[2]] + c(o); }
    int a(global int* o) { char a[5 << 20]; a[o[0]] = b(o); return a[o[2]] + b(o); }
    kernel void deep(global int* o) { o[1] = a(o) + b(o) + c(o); }
    kernel void shallow(global int* o) { o[1] = b(o) + c(o); })");
  EXPECT_NE(std::string::npos, log.find("kernel 'deep' has 167772")) << log;
  EXPECT_NE(std::string::npos, log.find("in its deepest chain of calls, 62914")) << log;
  EXPECT_NE(std::string::npos, log.find("of them in function 'b'; at most 16777216 are")) << log;
  EXPECT_EQ(std::string::npos, log.find("shallow")) << log;
}

TEST(PrivateMemoryLimit, NamesAFunctionWithABarrier) {
  const std::string log = Runner::instance().failing_build_log(R"(
    int one(global int* o) {
      char a[1 << 20];
      a[o[0]] = 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      return a[o[2]];
    }
    int ten(global int* o) {
      return one(o) + one(o) + one(o) + one(o) + one(o) +
             one(o) + one(o) + one(o) + one(o) + one(o);
    }
    kernel __attribute__((intel_reqd_sub_group_size(16))) void often(global int* o) {
      o[1] = ten(o) + ten(o) + ten(o) + ten(o) + ten(o) + ten(o) + ten(o);
    })");
  EXPECT_NE(std::string::npos, log.find("kernel 'often' has 7340")) << log;
  EXPECT_NE(std::string::npos,
            log.find("comes to a barrier or a local variable, most of them in function 'one'"))
      << log;
  EXPECT_NE(std::string::npos, log.find("at most 67108864 are possible")) << log;
}

/// Each function calls the one below at so many places, of which one is come to unless it is
/// `everywhere`, and has an array of `elements`, whose contents decide about the result.
std::string tree_of_calls(unsigned depth, size_t elements, unsigned places, bool everywhere) {
  const std::string size = std::to_string(elements);
  std::string source = "uint f0(ulong path, uint x) { return x ^ (uint)path; }\n";
  for (unsigned level = 1; level <= depth; ++level) {
    const std::string below = "f" + std::to_string(level - 1) + "(path >> 2, ";
    source += "uint f" + std::to_string(level) + "(ulong path, uint x) { uint a[" + size +
              "]; a[x % " + size + "] = x; a[path % " + size + "] = 7; uint r = 0;\n";
    for (unsigned place = 0; place < places; ++place) {
      const std::string number = std::to_string(place);
      const std::string call = below + "x * " + std::to_string(2 * place + 3) + " + " + number;
      source += everywhere ? "r = r * 5 + " + call + ");\n"
                           : "if ((path & 3) == " + number + ") r = " + call + ");\n";
    }
    source += "return r * 3 + a[x % " + size + "]; }\n";
  }
  return source;
}

cl_uint value_of_tree(unsigned level, size_t elements, unsigned places, bool everywhere,
                      cl_ulong path, cl_uint x) {
  if (level == 0) return x ^ static_cast<cl_uint>(path);
  cl_uint r = 0;
  for (unsigned place = 0; place < places; ++place) {
    if (!everywhere && (path & 3) != place) continue;
    const cl_uint below = value_of_tree(level - 1, elements, places, everywhere, path >> 2,
                                        x * (2 * place + 3) + place);
    r = everywhere ? r * 5 + below : below;
  }
  return r * 3 + (x % elements == path % elements ? 7 : x);
}

constexpr cl_ulong steps = 0x9E3779B97F4A7C15u;

struct Tree {
  const char* name;
  unsigned depth;
  size_t elements;
  unsigned places;
  bool everywhere;
};

void PrintTo(const Tree& tree, std::ostream* out) {
  *out << tree.name;
}

class PrivateMemoryOfCalls : public testing::TestWithParam<Tree> {
 protected:
  static void check(const std::string& source) {
    const auto& [name, depth, elements, places, everywhere] = GetParam();
    const std::vector<cl_int> out = run(source, 2);
    for (cl_uint id = 0; id < items; ++id) {
      const cl_uint value = value_of_tree(depth, elements, places, everywhere, id * steps, id);
      ASSERT_EQ(static_cast<cl_uint>(out[id]), value) << id;
    }
  }
  static std::string tree() {
    const auto& [name, depth, elements, places, everywhere] = GetParam();
    return tree_of_calls(depth, elements, places, everywhere);
  }
  static std::string root() { return "f" + std::to_string(GetParam().depth); }
};

TEST_P(PrivateMemoryOfCalls, IsThatOfWhatRunsAtOnce) {
  check(tree() + "kernel void test(global int* o) { uint id = get_global_id(0); o[id] = " + root() +
        "(id * " + std::to_string(steps) + "ul, id); }");
}

TEST_P(PrivateMemoryOfCalls, IsThatOfWhatRunsAtOnceBesideFunctionsWithBarriers) {
  check(tree() + R"(
    uint exchange(local uint* l, uint x) {
      uint a[100];
      a[x % 100] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      l[get_local_id(0)] = a[x % 100];
      barrier(CLK_LOCAL_MEM_FENCE);
      return l[get_local_size(0) - 1 - get_local_id(0)];
    }
    kernel void test(global int* o) {
      local uint l[2];
      uint id = get_global_id(0);
      uint other = exchange(l, )" +
        root() + "(id * " + std::to_string(steps) + "ul, id)); o[id] = exchange(l, other); }");
}

constexpr Tree trees[] = {{"SevenDeepAsOftenAsThereAreCalls", 7, 250'000, 3, true},
                          {"TwentyDeepWithFourCallsEach", 20, 64, 4, false},
                          {"TwentyDeepWithLargeArrays", 20, 190'000, 4, false}};
INSTANTIATE_TEST_SUITE_P(Trees, PrivateMemoryOfCalls, testing::ValuesIn(trees),
                         testing::PrintToStringParamName());

TEST(PrivateMemoryOfFunctions, OneAfterAnotherIsThatOfOne) {
  constexpr unsigned functions = 80;
  constexpr size_t elements = 250'000;
  std::string source, calls;
  for (unsigned i = 0; i < functions; ++i) {
    const std::string number = std::to_string(i), size = std::to_string(elements);
    source += "uint g" + number + "(uint x) { uint a[" + size + "]; a[x % " + size +
              "] = x; a[(x ^ 5) / 3 % " + size + "] = " + number + "; return a[x % " + size +
              "] * 3 + 1; }\n";
    calls += "x = g" + number + "(x);\n";
  }
  const std::vector<cl_int> out = run(source +
                                      "kernel void test(global int* o) { uint x = "
                                      "get_global_id(0); uint id = x;\n" +
                                      calls + "o[id] = x; }");
  for (cl_uint id = 0; id < items; ++id) {
    cl_uint x = id;
    for (unsigned i = 0; i < functions; ++i) {
      x = (x % elements == (x ^ 5) / 3 % elements ? i : x) * 3 + 1;
    }
    ASSERT_EQ(static_cast<cl_uint>(out[id]), x) << id;
  }
}

}  // namespace
}  // namespace cleave::test

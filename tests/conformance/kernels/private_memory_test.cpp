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
  EXPECT_NE(std::string::npos, log.find("at most 16777216 are possible")) << log;
}

TEST(PrivateMemoryLimit, CountsAFunctionForEachCallOfIt) {
  const std::string log = Runner::instance().failing_build_log(R"(
    int one(global int* o) { char a[1 << 20]; a[o[0]] = 1; return a[o[2]]; }
    int ten(global int* o) {
      return one(o) + one(o) + one(o) + one(o) + one(o) +
             one(o) + one(o) + one(o) + one(o) + one(o);
    }
    kernel __attribute__((intel_reqd_sub_group_size(16))) void often(global int* o) {
      o[1] = ten(o) + ten(o) + ten(o) + ten(o) + ten(o) + ten(o) + ten(o);
    })");
  EXPECT_NE(std::string::npos, log.find("kernel 'often' has 7340")) << log;
  EXPECT_NE(std::string::npos, log.find("at most 67108864 are possible")) << log;
}

}  // namespace
}  // namespace cleave::test

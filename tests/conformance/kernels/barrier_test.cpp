// Barriers in every control flow that the language allows, and what lives across them.
#include <numeric>

#include "modules.h"
#include "runner.h"

namespace cleave::test {
namespace {

std::vector<cl_int> counting(size_t count) {
  std::vector<cl_int> data(count);
  std::iota(data.begin(), data.end(), 0);
  return data;
}

Range one_dimension(size_t global, size_t local) {
  return {.dimensions = 1, .global = {global, 1, 1}, .local = {local, 1, 1}};
}

TEST(Barrier, ReversesAWorkGroupThroughLocalMemory) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      size_t l = get_local_id(0), n = get_local_size(0);
      t[l] = o[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      o[get_global_id(0)] = t[n - 1 - l];
    })";
  for (size_t local : {1, 3, 16, 37, 256}) {
    auto out = Runner::instance().run(source, one_dimension(local * 4, local), counting(local * 4),
                                      local * 4);
    for (size_t i = 0; i < out.size(); ++i) {
      EXPECT_EQ(out[i], static_cast<cl_int>(i / local * local + local - 1 - i % local));
    }
  }
}

// An index crosses barriers by which all work-items but the last one write to their neighbours.
TEST(Barrier, KeepsIndicesThatTurnAround) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      uint l = get_local_id(0), n = get_local_size(0), next = (l + 1) % n;
      t[l] = o[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 3; ++i) {
        int own = t[l];
        barrier(CLK_LOCAL_MEM_FENCE);
        t[next] = own + 1000;
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      o[get_global_id(0)] = t[l];
    })";
  for (const size_t local : {1, 3, 16, 37, 256}) {
    const auto out = Runner::instance().run(source, one_dimension(local * 4, local),
                                            counting(local * 4), local * 4);
    for (size_t i = 0; i < out.size(); ++i) {
      const size_t l = i % local;
      EXPECT_EQ(static_cast<cl_int>(i - l + (l + 3 * local - 3) % local + 3000), out[i]) << i;
    }
  }
}

// Between the halves of a barrier work-items go on: here by a value that they do not share. The
// loop arrives in one iteration and waits in the next.
TEST(Barrier, HasTwoHalves) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int l = get_local_id(0), n = get_local_size(0), sum = 0;
      t[l] = o[get_global_id(0)];
      intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
      for (int i = 0; i < 3; ++i) {
        int own = i * l;
        intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
        sum += own + t[(l + i + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 1) t[l] += 1000;
        intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
      }
      intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE);
      o[get_global_id(0)] = sum;
    })";
  for (const size_t local : {1, 3, 16, 37, 256}) {
    const auto out = Runner::instance().run(source, one_dimension(local * 4, local),
                                            counting(local * 4), local * 4);
    for (size_t i = 0; i < out.size(); ++i) {
      const size_t l = i % local, first = i - l;
      const auto read = [&](size_t distance) { return first + (l + distance) % local; };
      EXPECT_EQ(static_cast<cl_int>(read(1) + l + read(2) + 2 * l + read(3) + 1000), out[i]) << i;
    }
  }
}

// A kernel of a module in SPIR-V changes 96 numbers, in work-groups of 48 with a local number each.
std::vector<cl_int> changed_by(const Session& session, cl_program program, const char* name) {
  cl_int error = 1;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
  constexpr size_t items = 96, local = 48;
  std::vector<cl_int> data = counting(items);
  cl_mem buffer = session.make_buffer(items * sizeof(cl_int),
                                      CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, data.data());
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, local * sizeof(cl_int), nullptr), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &items, &local, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, items * sizeof(cl_int), data.data(),
                            0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  return data;
}

// A module in SPIR-V swaps numbers across a split barrier.
TEST(Barrier, HasTwoHalvesInModules) {
  const Session session;
  cl_program program = build_module(session, modules::split_barrier());
  const std::vector<cl_int> data = changed_by(session, program, "reverse");
  for (int i = 0; i < 96; ++i) EXPECT_EQ(i / 48 * 48 + 47 - i % 48, data[i]) << i;
  clReleaseProgram(program);
  clReleaseCommandQueue(session.queue);
  clReleaseContext(session.context);
}

// Clang writes the scope of memory as that of execution, and means the work-group's barrier.
TEST(Barrier, OfDevicesInModulesIsOneOfTheWorkGroup) {
  const Session session;
  for (const char* const options : {"", "-g"}) {
    cl_program program = build_module(session, modules::wide_barriers(), options);
    const std::vector<cl_int> data = changed_by(session, program, "turn");
    for (int i = 0; i < 96; ++i) EXPECT_EQ(i + 1, data[i]) << i;
    const std::string log = build_log(program, session.device);
    const bool is_debugged = *options != '\0';
    for (const char* const place :
         {"OpControlBarrier (turn.cl:3)", "OpControlBarrier (turn.cl:4)",
          "OpControlBarrierArriveEXT (turn.cl:6)", "OpControlBarrierWaitEXT (turn.cl:7)"}) {
      const std::string remark =
          place + std::string(": remark: its scope of execution is taken for the work-group\n");
      EXPECT_EQ(is_debugged, log.find(remark) != std::string::npos) << log;
    }
    EXPECT_EQ(std::string::npos, log.find("turn.cl:5")) << log;  // that of a sub-group
    clReleaseProgram(program);
  }
  clReleaseCommandQueue(session.queue);
  clReleaseContext(session.context);
}

TEST(Barrier, InAUniformLoopKeepsPrivateArraysAndLoopValues) {
  const char* source = R"(
    kernel void test(global int* o) {
      local int t[64];
      int l = get_local_id(0), n = get_local_size(0), history[5], sum = 0;
      float keep = l * 0.5f;
      for (int i = 0; i < 5; ++i) {
        t[l] = l + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        history[i] = t[(l + 1) % n];
        sum += history[i] * (i + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      o[get_global_id(0)] = sum + history[4] + (int)(keep * 2.0f);
    })";
  auto out = Runner::instance().run(source, one_dimension(120, 60), counting(120));
  for (int i = 0; i < 120; ++i) {
    int l = i % 60, next = (l + 1) % 60, sum = 0;
    for (int k = 0; k < 5; ++k) sum += (next + k) * (k + 1);
    EXPECT_EQ(out[i], sum + next + 4 + l) << i;
  }
}

TEST(Barrier, TreeReductionWithAShrinkingLoop) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int l = get_local_id(0);
      t[l] = o[get_global_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      for (int s = get_local_size(0) / 2; s > 0; s /= 2) {
        if (l < s) t[l] += t[l + s];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      if (l == 0) o[get_global_id(0)] = t[0];
    })";
  auto out = Runner::instance().run(source, one_dimension(512, 128), counting(512), 512);
  for (int g = 0; g < 4; ++g) EXPECT_EQ(out[g * 128], 128 * (g * 128) + 127 * 64);
}

TEST(Barrier, OnBothSidesOfAUniformBranch) {
  const char* source = R"(
    kernel void test(global int* o) {
      local int t[32];
      int l = get_local_id(0), value;
      t[l] = l;
      if (get_group_id(0) % 2 == 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        value = t[31 - l];
      } else {
        value = 1000;
        barrier(CLK_LOCAL_MEM_FENCE);
        value += t[(l + 5) % 32];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      o[get_global_id(0)] = value + l;
    })";
  auto out = Runner::instance().run(source, one_dimension(128, 32), counting(128));
  for (int i = 0; i < 128; ++i) {
    int l = i % 32;
    EXPECT_EQ(out[i], ((i / 32) % 2 == 0 ? 31 - l : 1000 + (l + 5) % 32) + l) << i;
  }
}

TEST(Barrier, InCalledFunctionsAndNestedUniformLoops) {
  const char* source = R"(
    int __attribute__((noinline)) rotate_by(local int* t, int value, int by) {
      int l = get_local_id(0), n = get_local_size(0);
      t[l] = value;
      barrier(CLK_LOCAL_MEM_FENCE);
      int result = t[(l + by) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
      return result;
    }
    int twice(local int* t, int value) { return rotate_by(t, rotate_by(t, value, 1), 2); }
    kernel void test(global int* o, local int* t) {
      int value = o[get_global_id(0)];
      for (int i = 0; i < 2; ++i) {
        for (int j = 0; j <= i; ++j) value = twice(t, value);
        value += 1;
      }
      o[get_global_id(0)] = value;
    })";
  auto out = Runner::instance().run(source, one_dimension(40, 20), counting(40), 80);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(out[i], i / 20 * 20 + (i % 20 + 9) % 20 + 2) << i;
}

TEST(Barrier, WorkItemsThatReturnedEarlyAreNotWaitedFor) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int id = get_global_id(0), l = get_local_id(0);
      if (id >= 50) return;
      t[l] = id;
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = t[l == 0 ? 0 : l - 1];
      barrier(CLK_LOCAL_MEM_FENCE);
      o[id] = 100 + other;
    })";
  auto out = Runner::instance().run(source, one_dimension(64, 32), counting(64), 128);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(out[i], i >= 50 ? i : 100 + (i % 32 == 0 ? i : i - 1)) << i;
  }
}

TEST(Barrier, InTwoAndThreeDimensionsWithTrailingGroups) {
  const char* source = R"(
    kernel void test(global int* o) {
      local int count;
      if (get_local_id(0) == 0 && get_local_id(1) == 0) count = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_inc(&count);
      barrier(CLK_LOCAL_MEM_FENCE);
      o[get_global_id(1) * get_global_size(0) + get_global_id(0)] = count;
    })";
  auto out = Runner::instance().run(
      source, {.dimensions = 2, .global = {11, 7, 1}, .local = {5, 3, 1}}, counting(77));
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 11; ++x)
      EXPECT_EQ(out[y * 11 + x], (x < 10 ? 5 : 1) * (y < 6 ? 3 : 1)) << x << ',' << y;
}

TEST(Barrier, SwitchWithBarriersInItsCases) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int l = get_local_id(0), value = 0;
      for (int round = 0; round < 4; ++round) {
        switch ((get_group_id(0) + round) % 3) {
          case 0: t[l] = l; barrier(CLK_LOCAL_MEM_FENCE); value += t[0]; break;
          case 1: t[l] = 2 * l; barrier(CLK_LOCAL_MEM_FENCE); value += t[7 - l];  // falls through
          default: value += 100;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      o[get_global_id(0)] = value;
    })";
  auto out = Runner::instance().run(source, one_dimension(24, 8), counting(24), 32);
  for (int i = 0; i < 24; ++i) {
    int value = 0;
    for (int round = 0; round < 4; ++round) {
      int which = (i / 8 + round) % 3;
      if (which == 1) value += 2 * (7 - i % 8);
      if (which != 0) value += 100;
    }
    EXPECT_EQ(out[i], value) << i;
  }
}

TEST(Barrier, AddressesOfPrivateVariablesStayValid) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int l = get_local_id(0), a = l, b = 10 * l;
      int* chosen = l % 2 ? &a : &b;
      t[l] = 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      *chosen += t[(l + 3) % get_local_size(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      o[get_global_id(0)] = a * 1000 + b;
    })";
  auto out = Runner::instance().run(source, one_dimension(48, 24), counting(48), 96);
  for (int i = 0; i < 48; ++i) {
    int l = i % 24;
    EXPECT_EQ(out[i], (l + l % 2) * 1000 + 10 * l + (1 - l % 2)) << i;
  }
}

TEST(Barrier, WorkItemsBeyondABoundHaveNothingToDo) {
  // Bounds of every kind, in both dimensions: none may leave out a work-item that has work.
  const char* source = R"(
    kernel void test(global int* o) {
      local int t[24 * 6];
      int x = get_local_id(0), y = get_local_id(1), l = get_local_linear_id();
      t[l] = 1;
      for (int s = 7; s >= -1; s -= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x < s) t[l] += 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (y <= s) t[l] += 10;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (!(l >= 9 * s) && o[0] == 0) t[l] += 100;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (x > s) continue;
        t[l] += 1000;
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (x == 2) t[l] += 10000;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (x >= 5 || y >= 2) { if (y == 5) t[l] += 100000; } else t[l] += 200000;
      barrier(CLK_LOCAL_MEM_FENCE);
      o[144 * get_group_id(0) + l + 1] = t[l];
    })";
  for (size_t rows : {6, 1}) {
    const size_t items = 24 * rows;
    auto out = Runner::instance().run(
        source, {.dimensions = 2, .global = {24, rows, 1}, .local = {24, rows, 1}},
        std::vector<cl_int>(145));
    for (size_t i = 0; i < items; ++i) {
      const int l = static_cast<int>(i), x = l % 24, y = l / 24;
      int right = 1;
      for (int s = 7; s >= -1; s -= 2) {
        right += (x < s) + 10 * (y <= s) + 100 * (l < 9 * s) + 1000 * (x <= s);
      }
      right += x == 2 ? 10000 : 0;
      right += x < 5 && y < 2 ? 200000 : y == 5 ? 100000 : 0;
      EXPECT_EQ(out[i + 1], right) << x << ", " << y << " of " << rows << " rows";
    }
  }
}

TEST(Barrier, ConditionsAndSharedValuesLiveAcross) {
  const char* source = R"(
    kernel void test(global int* o) {
      local int t[80];
      int l = get_local_id(0), size = get_local_size(0), before = 0, sum = 0;
      bool odd = o[get_global_id(0)] & 1, shared = false;
      for (int i = 0; i < 6; ++i) {
        t[l] = l * i + odd;
        barrier(CLK_LOCAL_MEM_FENCE);
        int first = t[i];
        bool is_odd = t[(l + 1) % size] & 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (odd != is_odd) sum += first - before;
        if (shared) sum += 1000;
        shared = first > before;
        before = first;
      }
      o[get_global_id(0)] = sum;
    })";
  constexpr int size = 75;
  std::vector<cl_int> data(2 * size);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<cl_int>(i * 2654435761U >> 7);
  const auto out =
      Runner::instance().run(source, {.global = {2 * size, 1, 1}, .local = {size, 1, 1}}, data);
  for (size_t n = 0; n < data.size(); ++n) {
    const int l = static_cast<int>(n) % size;
    const cl_int* group = data.data() + (static_cast<int>(n) - l);
    auto t = [&](int i, int item) { return item * i + (group[item] & 1); };
    int before = 0, sum = 0;
    bool shared = false;
    for (int i = 0; i < 6; ++i) {
      const int first = t(i, i);
      if ((group[l] & 1) != (t(i, (l + 1) % size) & 1)) sum += first - before;
      if (shared) sum += 1000;
      shared = first > before;
      before = first;
    }
    EXPECT_EQ(out[n], sum) << n;
  }
}

TEST(LocalMemory, PartnersOfAButterflyExchangeTheirElements) {
  for (const std::string type : {"int", "float", "long", "uchar", "short", "double"}) {
    const std::string source = "typedef " + type + R"( T;
      kernel void test(global int* o) {
        local T t[128];
        size_t g = get_global_id(0);
        uint l = get_local_id(0);
        t[l] = (T)(l * 5 % 101);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint d = 64; d > 0; d >>= 1) {
          uint other = l ^ d;
          T sum = t[l] + t[other];
          barrier(CLK_LOCAL_MEM_FENCE);
          t[other ^ 1] = sum - (T)l;
          barrier(CLK_LOCAL_MEM_FENCE);
          if (other > l && t[l] > t[other]) {
            T mine = t[l];
            t[l] = t[other];
            t[other] = mine;
          }
          barrier(CLK_LOCAL_MEM_FENCE);
        }
        o[g] = (int)t[get_local_id(0) ^ 3];
      })";
    const auto out = Runner::instance().run(source, {.global = {256, 1, 1}, .local = {128, 1, 1}},
                                            std::vector<cl_int>(256));
    auto narrowed = [&](cl_long value) -> cl_long {
      if (type == "uchar") return static_cast<cl_uchar>(value);
      if (type == "short") return static_cast<cl_short>(value);
      return value;
    };
    std::vector<cl_long> t(128);
    for (size_t l = 0; l < 128; ++l) t[l] = narrowed(static_cast<cl_long>(l * 5 % 101));
    for (size_t d = 64; d > 0; d >>= 1) {
      std::vector<cl_long> next(128);
      for (size_t l = 0; l < 128; ++l) {
        next[l ^ d ^ 1] = narrowed(narrowed(t[l] + t[l ^ d]) - static_cast<cl_long>(l));
      }
      for (size_t l = 0; l < 128; ++l) {
        if ((l ^ d) > l && next[l] > next[l ^ d]) std::swap(next[l], next[l ^ d]);
      }
      t = next;
    }
    for (size_t i = 0; i < 256; ++i) {
      EXPECT_EQ(out[i], static_cast<cl_int>(t[i % 128 ^ 3])) << type << " of " << i;
    }
  }
}

}  // namespace
}  // namespace cleave::test

// cl_khr_subgroups: mapping of work-items to sub-groups and the sub-group functions.
#include <algorithm>
#include <climits>
#include <cmath>
#include <numeric>

#include "runner.h"

namespace cleave::test {
namespace {

std::vector<cl_int> counting(size_t count) {
  std::vector<cl_int> data(count);
  std::iota(data.begin(), data.end(), 0);
  return data;
}

constexpr size_t group = 37;  // no width divides it: the last sub-group is smaller
const Range two_groups = {.dimensions = 1, .global = {2 * group, 1, 1}, .local = {group, 1, 1}};

/// First index of the sub-group that holds work-item `i`, and its size.
std::pair<int, int> sub_group_of(int i) {
  int width = static_cast<int>(Runner::instance().sub_group_size());
  int size = static_cast<int>(group);
  int local = i % size, first = local / width * width;
  return {i - local + first, std::min(width, size - first)};
}

TEST(SubGroup_3_2, AllButTheLastHoldTheMaximumSize) {
  const char* source = R"(
    kernel void test(global int* o) {
      o[get_global_id(0)] = get_sub_group_size() + 100 * get_sub_group_local_id()
        + 10000 * get_sub_group_id() + 1000000 * get_num_sub_groups();
    })";
  auto out = Runner::instance().run(source, two_groups, counting(2 * group));
  int width = static_cast<int>(Runner::instance().sub_group_size());
  int size = static_cast<int>(group);
  for (int i = 0; i < 2 * size; ++i) {
    int local = i % size;
    EXPECT_EQ(out[i], sub_group_of(i).second + 100 * (local % width) + 10000 * (local / width) +
                          1000000 * ((size + width - 1) / width))
        << i;
  }
}

TEST(SubGroup_3_2, FollowTheLinearLocalIdInTwoDimensions) {
  const char* source = R"(
    kernel void test(global int* o) {
      o[get_local_id(1) * 5 + get_local_id(0)] =
        get_sub_group_id() * get_max_sub_group_size() + get_sub_group_local_id();
    })";
  auto out = Runner::instance().run(
      source, {.dimensions = 2, .global = {5, 3, 1}, .local = {5, 3, 1}}, std::vector<cl_int>(15));
  EXPECT_EQ(out, counting(15));
}

TEST(SubGroup_6_13_X, ReduceAndScans) {
  const char* source = R"(
    kernel void test(global int* o) {
      int id = get_global_id(0), x = (id * 7) % 11;
      o[id] = sub_group_reduce_add(x) + 1000 * sub_group_reduce_max(x)
            + 100000 * sub_group_reduce_min(x);
      o[id + 74] = sub_group_scan_inclusive_add(x);
      o[id + 148] = sub_group_scan_exclusive_add(x);
      o[id + 222] = sub_group_scan_exclusive_min(x);
      o[id + 296] = sub_group_scan_inclusive_max(x);
    })";
  auto out = Runner::instance().run(source, two_groups, std::vector<cl_int>(5 * 74));
  for (int i = 0; i < 74; ++i) {
    auto [first, size] = sub_group_of(i);
    int sum = 0, low = 99, high = -1, before = 0, low_before = INT_MAX, high_until = -1;
    for (int j = first; j < first + size; ++j) {
      int x = j * 7 % 11;
      if (j < i) before += x, low_before = std::min(low_before, x);
      if (j <= i) high_until = std::max(high_until, x);
      sum += x, low = std::min(low, x), high = std::max(high, x);
    }
    EXPECT_EQ(out[i], sum + 1000 * high + 100000 * low) << i;
    EXPECT_EQ(out[i + 74], before + i * 7 % 11) << i;
    EXPECT_EQ(out[i + 148], before) << i;
    EXPECT_EQ(out[i + 222], low_before) << i;
    EXPECT_EQ(out[i + 296], high_until) << i;
  }
}

TEST(SubGroup_6_13_X, IdentitiesOfFloatingPointScansAreInfinite) {
  const char* source = R"(
    kernel void test(global float* o) {
      int id = get_global_id(0);
      o[id] = sub_group_scan_exclusive_min((float)id);
      o[id + 74] = sub_group_scan_exclusive_max((float)id);
    })";
  auto out = Runner::instance().run(source, two_groups, std::vector<cl_float>(148));
  EXPECT_EQ(out[0], INFINITY);
  EXPECT_EQ(out[74], -INFINITY);
  EXPECT_EQ(out[1], 0.0f);
}

TEST(SubGroup_6_13_X, AllAnyAndBroadcast) {
  const char* source = R"(
    kernel void test(global int* o) {
      int id = get_global_id(0);
      o[id] = (sub_group_all(id >= 0) != 0) + 10 * (sub_group_any(id == 3) != 0)
            + 100 * (sub_group_all(id != 3) != 0) + 1000 * sub_group_broadcast(id, 1);
    })";
  Range range = {.dimensions = 1, .global = {128, 1, 1}, .local = {64, 1, 1}};
  auto out = Runner::instance().run(source, range, std::vector<cl_int>(128));
  int width = static_cast<int>(Runner::instance().sub_group_size());
  for (int i = 0; i < 128; ++i) {
    int first = i / width * width;
    bool holds_three = first <= 3 && 3 < first + width;
    EXPECT_EQ(out[i], 1 + 10 * holds_three + 100 * !holds_three + 1000 * (first + 1)) << i;
  }
}

TEST(SubGroup_6_13_8, BarrierInControlFlowThatDiffersBetweenSubGroups) {
  const char* source = R"(
    kernel void test(global int* o, local int* t) {
      int l = get_local_id(0), sum = 0;
      for (uint i = 0; i <= get_sub_group_id(); ++i) {
        t[l] = l + i;
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        int lane = get_sub_group_local_id(), size = get_sub_group_size();
        sum += t[l - lane + (lane + 1) % size];
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      o[get_global_id(0)] = sum;
    })";
  auto out = Runner::instance().run(source, two_groups, std::vector<cl_int>(74), group * 4);
  int width = static_cast<int>(Runner::instance().sub_group_size());
  for (int i = 0; i < 74; ++i) {
    int size = static_cast<int>(group);
    auto [first, lanes] = sub_group_of(i);
    int rounds = i % size / width + 1, next = first % size + (i - first + 1) % lanes;
    EXPECT_EQ(out[i], rounds * next + rounds * (rounds - 1) / 2) << i;
  }
}

TEST(SubGroup_6_13_1, TheEnqueuedNumberIsThatOfTheUniformWorkGroups) {
  const char* source = R"(
    kernel void test(global int* o) {
      o[get_global_id(0)] = get_num_sub_groups() + 1000 * get_enqueued_num_sub_groups();
    })";
  constexpr int global = 175, local = 75;  // a last work-group of 25
  const auto out = Runner::instance().run(
      source, {.global = {global, 1, 1}, .local = {local, 1, 1}}, std::vector<cl_int>(global));
  const int width = static_cast<int>(Runner::instance().sub_group_size());
  const auto count = [&](int items) { return (items + width - 1) / width; };
  for (int i = 0; i < global; ++i) {
    const int own = i < 2 * local ? local : global - 2 * local;
    EXPECT_EQ(count(own) + 1000 * count(local), out[static_cast<size_t>(i)]) << i;
  }
}

TEST(SubGroup_6_13_8, BarriersTakeEveryFenceAndScope) {
  std::string source =
      "kernel void test(global int* o, local int* t) {\n"
      "  const uint l = get_local_id(0), lane = get_sub_group_local_id();\n"
      "  const uint next = l - lane + (lane + 1) % get_sub_group_size();\n"
      "  global int* g = o + group_size * (1 + get_group_id(0));\n  int sum = 0;\n";
  int turns = 0;
  for (const char* flags : {"CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE",
                            "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE | CLK_IMAGE_MEM_FENCE"}) {
    for (const char* scope :
         {"", ", memory_scope_sub_group", ", memory_scope_work_group", ", memory_scope_device",
          ", memory_scope_all_svm_devices", ", memory_scope_all_devices"}) {
      const std::string barrier = "  sub_group_barrier(" + std::string(flags) + scope + ");\n";
      source += "  t[l] = l + " + std::to_string(turns) + "; g[l] = 2 * l;\n" + barrier +
                "  sum += t[next] + g[next];\n" + barrier;
      ++turns;
    }
  }
  const auto out = Runner::instance().run(
      "enum { group_size = 37 };\n" + source + "  o[get_global_id(0) + 3 * group_size] = sum;\n}",
      two_groups, std::vector<cl_int>(5 * group), group * sizeof(cl_int));
  for (int i = 0; i < static_cast<int>(2 * group); ++i) {
    const auto [first, lanes] = sub_group_of(i);
    const int next = first % static_cast<int>(group) + (i - first + 1) % lanes;
    EXPECT_EQ(3 * turns * next + turns * (turns - 1) / 2, out[static_cast<size_t>(i) + 3 * group])
        << i;
  }
}

TEST(SubGroup_6_13_11, AtomicsHaveTheScopeOfTheSubGroup) {
  const char* source = R"(
    kernel void test(global int* o, local atomic_int* t) {
      const uint s = get_sub_group_id();
      volatile global atomic_int* g = (volatile global atomic_int*)(o + 128) + s;
      if (get_sub_group_local_id() == 0) {
        atomic_init(t + s, 0);
        atomic_store_explicit(g, 0, memory_order_relaxed, memory_scope_sub_group);
      }
      sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      atomic_fetch_add_explicit(t + s, 1, memory_order_acq_rel, memory_scope_sub_group);
      atomic_fetch_max_explicit(g, (int)get_sub_group_local_id(), memory_order_relaxed,
                                memory_scope_sub_group);
      atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);
      sub_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      o[get_local_id(0)] =
        atomic_load_explicit(t + s, memory_order_acquire, memory_scope_sub_group)
        + 100 * atomic_load_explicit(g, memory_order_acquire, memory_scope_sub_group);
    })";
  const auto out = Runner::instance().run(source, {.global = {group, 1, 1}, .local = {group, 1, 1}},
                                          std::vector<cl_int>(256), group * sizeof(cl_int));
  for (int i = 0; i < static_cast<int>(group); ++i) {
    const int size = sub_group_of(i).second;
    EXPECT_EQ(size + 100 * (size - 1), out[static_cast<size_t>(i)]) << i;
  }
}

// cl_intel_required_subgroup_size.

std::vector<size_t> sizes_on_offer() {
  size_t bytes = 0;
  const cl_device_id device = Runner::instance().device();
  EXPECT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, 0, nullptr, &bytes));
  std::vector<size_t> sizes(bytes / sizeof(size_t));
  EXPECT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_SIZES_INTEL, bytes, sizes.data(), nullptr));
  return sizes;
}

TEST(RequiredSubGroupSize, EverySizeOnOfferHolds) {
  EXPECT_EQ(sizes_on_offer(), (std::vector<size_t>{4, 8, 16, 32, 64}));
  for (const size_t size : sizes_on_offer()) {
    const std::string source = "__attribute__((intel_reqd_sub_group_size(" + std::to_string(size) +
                               R"()))
    kernel void test(global int* o) {
      int sum = sub_group_scan_inclusive_add((int)get_sub_group_local_id());
      if (get_sub_group_local_id() & 1) sum = -sum;
      o[get_global_id(0)] = sum + 10000 * get_sub_group_id() + 1000000 * get_max_sub_group_size();
    })";
    const auto out = Runner::instance().run(source, two_groups, counting(2 * group));
    for (size_t i = 0; i < 2 * group; ++i) {
      const int lane = static_cast<int>(i % group % size);
      const int sum = lane * (lane + 1) / 2;
      EXPECT_EQ(out[i], (lane % 2 == 1 ? -sum : sum) + 10000 * static_cast<int>(i % group / size) +
                            1000000 * static_cast<int>(size))
          << "size " << size << ", item " << i;
    }
  }
}

TEST(RequiredSubGroupSize, QueriesOfTheKernelTellIt) {
  const cl_program program = Runner::instance().build(
      "kernel void any(global int* o) { *o = 1; }\n"
      "__attribute__((intel_reqd_sub_group_size(32))) kernel void of_32(global int* o) { *o = 1; "
      "}");
  const cl_device_id device = Runner::instance().device();
  const auto expect = [&](const char* name, size_t required, size_t width) {
    const cl_kernel kernel = clCreateKernel(program, name, nullptr);
    size_t value = 99;
    EXPECT_EQ(CL_SUCCESS,
              clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, 0,
                                      nullptr, sizeof value, &value, nullptr));
    EXPECT_EQ(required, value);
    const size_t local = 64;
    EXPECT_EQ(CL_SUCCESS,
              clGetKernelSubGroupInfo(kernel, device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                      sizeof local, &local, sizeof value, &value, nullptr));
    EXPECT_EQ(width, value);
    EXPECT_EQ(CL_SUCCESS,
              clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                       sizeof value, &value, nullptr));
    EXPECT_EQ(width, value);
    cl_ulong spilled = 99;
    EXPECT_EQ(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_SPILL_MEM_SIZE_INTEL,
                                                   sizeof spilled, &spilled, nullptr));
    EXPECT_EQ(0u, spilled);
    clReleaseKernel(kernel);
  };
  expect("any", 0, Runner::instance().sub_group_size());
  expect("of_32", 32, 32);
  clReleaseProgram(program);
}

TEST(RequiredSubGroupSize, EachSizeThatIsNotOnOfferFailsTheBuild) {
  for (const char* size : {"0", "1", "2", "3", "7", "24", "128", "-8", "4294967296", "1.0"}) {
    EXPECT_FALSE(Runner::instance()
                     .failing_build_log("__attribute__((intel_reqd_sub_group_size(" +
                                        std::string(size) + "))) kernel void test() {}")
                     .empty())
        << size;
  }
}

TEST(RequiredSubGroupSize, AnotherSizeFailsTheBuildAndTheLogSaysWhichThereAre) {
  const std::string log = Runner::instance().failing_build_log(
      "__attribute__((intel_reqd_sub_group_size(12))) kernel void test(global int* o) {}");
  EXPECT_NE(std::string::npos, log.find("12")) << log;
  EXPECT_NE(std::string::npos, log.find("4, 8, 16, 32, 64")) << log;
}

}  // namespace
}  // namespace cleave::test

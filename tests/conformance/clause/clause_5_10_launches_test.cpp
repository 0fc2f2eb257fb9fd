#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

using Sizes = std::vector<size_t>;

// Each work-item writes what it is at its linear place.
constexpr const char* where =
    "kernel void where(global int *out, int what) {\n"
    "  size_t x = get_global_id(0) - get_global_offset(0);\n"
    "  size_t y = get_global_id(1) - get_global_offset(1);\n"
    "  size_t z = get_global_id(2) - get_global_offset(2);\n"
    "  size_t at = x + get_global_size(0) * (y + get_global_size(1) * z);\n"
    "  out[at] = what == 0 ? (int)(get_global_id(0) + 100 * get_global_id(1) +\n"
    "                              10000 * get_global_id(2))\n"
    "          : what == 1 ? (int)get_local_size(0)\n"
    "                      : (int)(get_group_id(0) * get_enqueued_local_size(0) + "
    "get_local_id(0));\n"
    "}\n";

class Clause_5_10_Launches : public OnDevice {
 protected:
  [[nodiscard]] cl_int launch(cl_kernel kernel, const Sizes& offset, const Sizes& global,
                              const Sizes& local) const {
    return clEnqueueNDRangeKernel(queue_, kernel, static_cast<cl_uint>(global.size()),
                                  offset.empty() ? nullptr : offset.data(), global.data(),
                                  local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
  }
  static void set(cl_kernel kernel, cl_uint index, cl_mem memory) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof memory, &memory));
  }
  static void set(cl_kernel kernel, cl_uint index, cl_int value) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof value, &value));
  }
  /// A kernel without arguments, so that only the sizes can be wrong.
  [[nodiscard]] Kernel empty_kernel() {
    return make_kernel("kernel void nothing() {}", "nothing", "-cl-std=CL3.0");
  }
};

TEST_F(Clause_5_10_Launches, IdsCoverOneToThreeDimensionsFromTheOffset) {
  const Kernel kernel = make_kernel(where, "where", "-cl-std=CL3.0");
  const std::vector<std::pair<Sizes, Sizes>> cases = {{{}, {17}},      {{5}, {33}},
                                                      {{}, {7, 5}},    {{3, 2}, {8, 4}},
                                                      {{}, {3, 4, 5}}, {{1, 2, 3}, {6, 5, 4}}};
  for (const auto& [offset, global] : cases) {
    const size_t items =
        std::accumulate(global.begin(), global.end(), size_t{1}, std::multiplies());
    const Memory out = make_buffer(std::vector<cl_int>(items, -1));
    set(kernel, 0, out);
    set(kernel, 1, 0);
    ASSERT_EQ(CL_SUCCESS, launch(kernel, offset, global, {}));
    const auto start = [&](size_t i) { return i < offset.size() ? offset[i] : 0; };
    const auto size = [&](size_t i) { return i < global.size() ? global[i] : 1; };
    std::vector<cl_int> expected;
    for (size_t z = 0; z < size(2); ++z) {
      for (size_t y = 0; y < size(1); ++y) {
        for (size_t x = 0; x < size(0); ++x) {
          expected.push_back(
              static_cast<cl_int>(x + start(0) + 100 * (y + start(1)) + 10000 * (z + start(2))));
        }
      }
    }
    EXPECT_EQ(expected, contents(out)) << global.size() << " dimensions";
  }
}

TEST_F(Clause_5_10_Launches, NonUniformGroupsAreSmallerAtTheEnd) {
  const Kernel kernel = make_kernel(where, "where", "-cl-std=CL3.0");
  const Memory out = make_buffer(std::vector<cl_int>(10, -1));
  set(kernel, 0, out);
  set(kernel, 1, 1);
  ASSERT_EQ(CL_SUCCESS, launch(kernel, {}, {10}, {4}));
  EXPECT_EQ((std::vector<cl_int>{4, 4, 4, 4, 4, 4, 4, 4, 2, 2}), contents(out));
  set(kernel, 1, 2);
  ASSERT_EQ(CL_SUCCESS, launch(kernel, {}, {10}, {4}));
  EXPECT_EQ((std::vector<cl_int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), contents(out));
}

TEST_F(Clause_5_10_Launches, UniformGroupsMustDivideTheRange) {
  const char* source = "kernel void nothing() {}";
  const Kernel in_c12 = make_kernel(source, "nothing", "-cl-std=CL1.2");
  const Kernel by_default = make_kernel(source, "nothing");
  const Kernel asked = make_kernel(source, "nothing", "-cl-std=CL3.0 -cl-uniform-work-group-size");
  for (cl_kernel kernel : {cl_kernel(in_c12), cl_kernel(by_default), cl_kernel(asked)}) {
    EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, {}, {10}, {4}));
    EXPECT_EQ(CL_SUCCESS, launch(kernel, {}, {12}, {4}));
    EXPECT_EQ(CL_SUCCESS, launch(kernel, {}, {11}, {}));
  }
  EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
}

TEST_F(Clause_5_10_Launches, ARequiredSizeMustMatch) {
  const Kernel kernel = make_kernel(
      "kernel __attribute__((reqd_work_group_size(4, 2, 1))) void fixed(global int *p) {\n"
      "  p[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0);\n"
      "}",
      "fixed");
  const Memory out = make_buffer(std::vector<cl_int>(32, 0));
  set(kernel, 0, out);
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, {}, {8, 4}, {2, 2}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, {}, {9, 4}, {4, 2}));
  EXPECT_EQ(CL_SUCCESS, launch(kernel, {}, {8, 4}, {4, 2}));
  ASSERT_EQ(CL_SUCCESS, launch(kernel, {}, {8, 4}, {}));
  EXPECT_EQ(std::vector<cl_int>(32, 4), contents(out));
}

TEST_F(Clause_5_10_Launches, DimensionsAreOneToThree) {
  const Kernel kernel = empty_kernel();
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, launch(kernel, {}, {}, {}));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, launch(kernel, {}, {1, 1, 1, 1}, {}));
}

TEST_F(Clause_5_10_Launches, SumsAndProductsThatOverflow) {
  const Kernel kernel = empty_kernel();
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, launch(kernel, {SIZE_MAX}, {2}, {}));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, launch(kernel, {}, {SIZE_MAX / 2, 3}, {}));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE,
            launch(kernel, {}, {size_t{1} << 32, size_t{1} << 32, 1}, {1, 1, 1}));
}

TEST_F(Clause_5_10_Launches, LocalSizesAreChecked) {
  const Kernel kernel = empty_kernel();
  const auto limits = list_of<size_t>([&](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_MAX_WORK_ITEM_SIZES, size, value, returned);
  });
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, {}, {8}, {0}));
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, launch(kernel, {}, {4 * limits[0]}, {2 * limits[0]}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE,
            launch(kernel, {}, {limits[0], limits[1], limits[2]}, limits));
}

TEST_F(Clause_5_10_Launches, ARangeOfZeroRunsNothingAndCompletes) {
  const Kernel kernel = make_kernel(where, "where", "-cl-std=CL3.0");
  const Memory out = make_buffer(std::vector<cl_int>(4, -1));
  set(kernel, 0, out);
  set(kernel, 1, 0);
  const size_t zero = 0;
  Event event;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &zero, nullptr, 0,
                                               nullptr, event.out()));
  Event second;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, nullptr, nullptr, 0,
                                               nullptr, second.out()));
  const cl_event list[] = {event, second};
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(2, list));
  EXPECT_EQ(std::vector<cl_int>(4, -1), contents(out));
}

TEST_F(Clause_5_10_Launches, MissingArgumentsAreInvalidKernelArgs) {
  const Kernel kernel = make_kernel(where, "where", "-cl-std=CL3.0");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(kernel, {}, {4}, {}));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
}

TEST_F(Clause_5_10_Launches, TooMuchLocalMemoryIsOutOfResources) {
  const Kernel kernel = make_kernel("kernel void k(local int *p) { p[0] = 1; }", "k");
  const auto size = value_of<cl_ulong>([&](size_t bytes, void* value, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_LOCAL_MEM_SIZE, bytes, value, returned);
  });
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, size + 1, nullptr));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(kernel, {}, {4}, {}));
}

// A sum of 64 bits begins anew.
TEST_F(Clause_5_10_Launches, LocalSizesThatOverflowAreOutOfResources) {
  const Kernel kernel =
      make_kernel("kernel void k(local int *p, local int *q) { p[0] = q[0] = 1; }", "k");
  for (const size_t less : {0, 1, 64, 127, 128, 129, 256, 4096}) {
    for (const cl_uint large : {0U, 1U}) {
      ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1 - large, 4, nullptr));
      ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, large, ~size_t{0} - less, nullptr));
      EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(kernel, {}, {4}, {})) << less;
    }
  }
}

TEST_F(Clause_5_10_Launches, KernelsOfOtherContextsAreInvalidContext) {
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  const Queue queue(clCreateCommandQueueWithProperties(other, device_, nullptr, &error));
  const Kernel kernel = empty_kernel();
  const size_t one = 1;
  EXPECT_EQ(CL_INVALID_CONTEXT,
            clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_KERNEL, clEnqueueNDRangeKernel(queue_, nullptr, 1, nullptr, &one, nullptr, 0,
                                                      nullptr, nullptr));
}

TEST_F(Clause_5_10_Launches, ArgumentsAreThoseOfTheEnqueue) {
  const Kernel kernel =
      make_kernel("kernel void k(global int *p, int i, int v) { p[i] = v; }", "k");
  const Memory out = make_buffer(std::vector<cl_int>(8, -1));
  const Event start = make_user_event();
  const cl_event list[] = {start};
  set(kernel, 0, out);
  for (cl_int i = 0; i < 8; ++i) {
    set(kernel, 1, i);
    set(kernel, 2, 10 * i);
    ASSERT_EQ(CL_SUCCESS, clEnqueueTask(queue_, kernel, 1, list, nullptr));
  }
  ASSERT_EQ(CL_SUCCESS, clSetUserEventStatus(start, CL_COMPLETE));
  EXPECT_EQ((std::vector<cl_int>{0, 10, 20, 30, 40, 50, 60, 70}), contents(out));
}

TEST_F(Clause_5_10_Launches, BarriersOrderTheWorkItemsOfAGroup) {
  const Kernel kernel = make_kernel(
      "kernel void reverse(global int *p, local int *scratch) {\n"
      "  int i = get_local_id(0), n = get_local_size(0);\n"
      "  scratch[i] = p[get_global_id(0)];\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[get_global_id(0)] = scratch[n - 1 - i];\n"
      "}",
      "reverse");
  std::vector<cl_int> values(64);
  std::iota(values.begin(), values.end(), 0);
  const Memory buffer = make_buffer(values);
  set(kernel, 0, buffer);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 32 * sizeof(cl_int), nullptr));
  ASSERT_EQ(CL_SUCCESS, launch(kernel, {}, {64}, {32}));
  std::reverse(values.begin(), values.begin() + 32);
  std::reverse(values.begin() + 32, values.end());
  EXPECT_EQ(values, contents(buffer));
}

}  // namespace
}  // namespace cleave::test

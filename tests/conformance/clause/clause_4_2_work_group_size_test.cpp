// Devices under CLEAVE_MAX_WORK_GROUP_SIZE=100, which no sub-group's size divides. Section 4.2:
// "CL_DEVICE_MAX_WORK_GROUP_SIZE: Maximum number of work-items in a work-group that a device is
// capable of executing on a single compute unit, for any given kernel-instance running on the
// device."
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr size_t wanted = 100;

class Clause_4_2_WorkGroupSize : public OnDevice {
 protected:
  template <class T>
  [[nodiscard]] static T device_value(cl_device_id device, cl_device_info what) {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device, what, size, value, returned);
    });
  }
  template <class T>
  [[nodiscard]] T kernel_value(cl_kernel kernel, cl_kernel_work_group_info what) const {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetKernelWorkGroupInfo(kernel, device_, what, size, value, returned);
    });
  }
  /// Adds 1 for each work-item; kernels with a barrier have other limits of their own.
  [[nodiscard]] Kernel counting_kernel(const std::string& attribute = "") {
    return make_kernel("kernel " + attribute +
                           " void count(global int *out) {\n"
                           "  local int sum;\n"
                           "  if (get_local_linear_id() == 0) sum = 0;\n"
                           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  atomic_add(&sum, 1);\n"
                           "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                           "  if (get_local_linear_id() == 0) out[get_group_id(0)] = sum;\n"
                           "}",
                       "count", "-cl-std=CL3.0");
  }
  [[nodiscard]] cl_int launch(cl_kernel kernel, cl_uint dimensions, std::vector<size_t> global,
                              std::vector<size_t> local) {
    const cl_int status =
        clEnqueueNDRangeKernel(queue_, kernel, dimensions, nullptr, global.data(),
                               local.empty() ? nullptr : local.data(), 0, nullptr, nullptr);
    return status == CL_SUCCESS ? clFinish(queue_) : status;
  }
};

TEST_F(Clause_4_2_WorkGroupSize, DevicesAndTheirPartsSayWhatWasAskedFor) {
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  std::vector<cl_device_id> devices = {device_};
  if (device_value<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS) > 1) {
    cl_uint count = 0;
    ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device_, equally, 0, nullptr, &count));
    std::vector<cl_device_id> parts(count);
    ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device_, equally, count, parts.data(), nullptr));
    devices.insert(devices.end(), parts.begin(), parts.end());
  }
  for (cl_device_id device : devices) {
    EXPECT_EQ(wanted, device_value<size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
    size_t sizes[3] = {};
    ASSERT_EQ(CL_SUCCESS,
              clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, nullptr));
    for (const size_t size : sizes) EXPECT_EQ(wanted, size);
    EXPECT_EQ(wanted / 4, device_value<cl_uint>(device, CL_DEVICE_MAX_NUM_SUB_GROUPS));
    if (device != device_) {
      EXPECT_EQ(CL_SUCCESS, clReleaseDevice(device));
    }
  }
}

TEST_F(Clause_4_2_WorkGroupSize, KernelsSayNoMore) {
  const Kernel kernel = counting_kernel();
  EXPECT_EQ(wanted, kernel_value<size_t>(kernel, CL_KERNEL_WORK_GROUP_SIZE));
  EXPECT_LE(kernel_value<size_t>(kernel, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), wanted);
  // Its largest number of sub-groups is one that a local size has.
  const auto sub_groups = [&](cl_kernel_sub_group_info what, const std::vector<size_t>& input) {
    size_t value = 0;
    EXPECT_EQ(CL_SUCCESS,
              clGetKernelSubGroupInfo(kernel, device_, what, input.size() * sizeof(size_t),
                                      input.empty() ? nullptr : input.data(), sizeof value, &value,
                                      nullptr));
    return value;
  };
  const size_t most = sub_groups(CL_KERNEL_MAX_NUM_SUB_GROUPS, {});
  EXPECT_EQ(most, sub_groups(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {wanted, 1, 1}));
  EXPECT_EQ(wanted, sub_groups(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {most}));
  EXPECT_EQ(0U, sub_groups(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {most + 1}));
}

TEST_F(Clause_4_2_WorkGroupSize, LaunchesMayHaveSoManyWorkItemsAndNoMore) {
  const Kernel kernel = counting_kernel();
  const Memory out = make_buffer(std::vector<cl_int>(64, 0));
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {300}, {100}));
  const std::vector<cl_int> counted = contents(out);
  for (const size_t group : {0, 1, 2}) EXPECT_EQ(100, counted[group]) << group;
  EXPECT_EQ(0, counted[3]);
  ASSERT_EQ(CL_SUCCESS, launch(kernel, 2, {10, 10}, {10, 10}));
  EXPECT_EQ(100, contents(out)[0]);
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, launch(kernel, 1, {202}, {101}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(kernel, 2, {11, 10}, {11, 10}));
}

TEST_F(Clause_4_2_WorkGroupSize, WhatTheDriverChoosesKeepsToIt) {
  const Kernel kernel = counting_kernel();
  const Memory out = make_buffer(std::vector<cl_int>(8192, 0));
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {8192}, {}));
  cl_int sum = 0;
  for (const cl_int items : contents(out)) {
    EXPECT_LE(items, static_cast<cl_int>(wanted));
    sum += items;
  }
  EXPECT_EQ(8192, sum);
}

TEST_F(Clause_4_2_WorkGroupSize, ASizeThatAKernelRequiresIsRefusedWhereItIsMore) {
  const Memory out = make_buffer(std::vector<cl_int>(64, 0));
  const cl_mem memory = out;
  const Kernel larger = counting_kernel("__attribute__((reqd_work_group_size(64, 2, 1)))");
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(larger, 0, sizeof memory, &memory));
  EXPECT_EQ(wanted, kernel_value<size_t>(larger, CL_KERNEL_WORK_GROUP_SIZE));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(larger, 2, {64, 2}, {64, 2}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(larger, 2, {64, 2}, {}));
}

TEST_F(Clause_4_2_WorkGroupSize, WorkGroupsThatAreMergedAreWhatWasAskedFor) {
  const Kernel kernel = make_kernel(
      "kernel void sizes(global int *out) { out[get_global_id(0)] = get_local_size(0); }", "sizes");
  const Memory out = make_buffer(std::vector<cl_int>(4096, 0));
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {4096}, {2}));
  for (const cl_int size : contents(out)) ASSERT_EQ(2, size);
}

}  // namespace
}  // namespace cleave::test

// Devices under CLEAVE_LOCAL_MEMORY=49152. Section 4.2: "CL_DEVICE_LOCAL_MEM_SIZE: Size of local
// memory region in bytes."
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr size_t wanted = 49152;

class Clause_4_2_LocalMemory : public OnDevice {
 protected:
  [[nodiscard]] static cl_ulong local_memory_of(cl_device_id device) {
    return value_of<cl_ulong>([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, size, value, returned);
    });
  }
};

TEST_F(Clause_4_2_LocalMemory, DevicesAndTheirPartsHaveWhatWasAskedFor) {
  EXPECT_EQ(wanted, local_memory_of(device_));
  const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device_, equally, 0, nullptr, &count));
  std::vector<cl_device_id> parts(count);
  ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device_, equally, count, parts.data(), nullptr));
  for (cl_device_id part : parts) {
    EXPECT_EQ(wanted, local_memory_of(part));
    EXPECT_EQ(CL_SUCCESS, clReleaseDevice(part));
  }
}

TEST_F(Clause_4_2_LocalMemory, LaunchesMayTakeAllOfItAndNoMore) {
  const Kernel kernel = make_kernel(
      "kernel void turn_around(global uint *out, local uint *all, uint count) {\n"
      "  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) all[i] = 3 * i;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  for (uint i = get_local_id(0); i < count; i += get_local_size(0))\n"
      "    out[i] = all[count - 1 - i];\n"
      "}",
      "turn_around");
  const cl_uint count = wanted / sizeof(cl_uint);
  const Memory out = make_buffer(std::vector<cl_int>(count, 0));
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, wanted, nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof count, &count));
  const size_t items = 64;
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &items, 0,
                                               nullptr, nullptr));
  const std::vector<cl_int> turned = contents(out);
  for (cl_uint i = 0; i < count; ++i)
    ASSERT_EQ(static_cast<cl_int>(3 * (count - 1 - i)), turned[i]) << i;

  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, wanted + 1, nullptr));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &items,
                                                        0, nullptr, nullptr));
}

}  // namespace
}  // namespace cleave::test

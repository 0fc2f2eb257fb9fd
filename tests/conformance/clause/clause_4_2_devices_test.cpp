#include <algorithm>
#include <chrono>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

auto device_query(cl_device_info name) {
  return [name](size_t size, void* value, size_t* returned) {
    return clGetDeviceInfo(first_device(), name, size, value, returned);
  };
}

TEST(Clause_4_2_Devices, TypesSelectDevices) {
  cl_uint all = 0;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, &all));
  EXPECT_GE(all, 1U);
  cl_uint cpus = 0;
  EXPECT_EQ(CL_SUCCESS, clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_CPU, 0, nullptr, &cpus));
  EXPECT_EQ(all, cpus);
  cl_uint defaults = 0;
  EXPECT_EQ(CL_SUCCESS,
            clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_DEFAULT, 0, nullptr, &defaults));
  EXPECT_EQ(1U, defaults);
}

TEST(Clause_4_2_Devices, BadArgumentsOfGetDeviceIDs) {
  cl_device_id found = nullptr;
  cl_uint count = 0;
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(find_platform(), 0, 1, &found, &count));
  EXPECT_EQ(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(find_platform(), 1U << 20, 1, &found, &count));
  EXPECT_EQ(CL_DEVICE_NOT_FOUND,
            clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ACCELERATOR, 1, &found, &count));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 0, &found, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetDeviceIDs(find_platform(), CL_DEVICE_TYPE_ALL, 0, nullptr, nullptr));
  EXPECT_EQ(nullptr, found);
}

TEST(Clause_4_2_Devices, VersionsHaveTheFormatsOfTheTable) {
  EXPECT_EQ(0U, text_of(device_query(CL_DEVICE_VERSION)).find("OpenCL 3.1 "));
  EXPECT_EQ(0U, text_of(device_query(CL_DEVICE_OPENCL_C_VERSION)).find("OpenCL C 1.2 "));
  EXPECT_EQ(CL_MAKE_VERSION(3, 1, 0),
            value_of<cl_version>(device_query(CL_DEVICE_NUMERIC_VERSION)));
  const auto versions = list_of<cl_name_version>(device_query(CL_DEVICE_OPENCL_C_ALL_VERSIONS));
  const auto has = [&](cl_version wanted) {
    return std::any_of(versions.begin(), versions.end(),
                       [&](const cl_name_version& v) { return v.version == wanted; });
  };
  EXPECT_TRUE(has(CL_MAKE_VERSION(1, 2, 0)));
  EXPECT_TRUE(has(CL_MAKE_VERSION(2, 0, 0)));
  EXPECT_TRUE(has(CL_MAKE_VERSION(3, 0, 0)));
  EXPECT_TRUE(has(CL_MAKE_VERSION(3, 1, 0)));
}

TEST(Clause_4_2_Devices, FewElementsArePreferredAndRegistersHoldMore) {
  struct Type {
    cl_device_info preferred, native;
    cl_uint bytes;
    const char* extension;
  };
  const Type types[] = {
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 1, ""},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 2, ""},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 4, ""},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 8, ""},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 4, ""},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 8,
       "cl_khr_fp64"},
      {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 2,
       "cl_khr_fp16"}};
  const std::string extensions = text_of(device_query(CL_DEVICE_EXTENSIONS));
  const auto register_bytes = value_of<cl_uint>(device_query(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR));
  EXPECT_GE(register_bytes, 16U);
  for (const auto& [preferred, native, bytes, extension] : types) {
    SCOPED_TRACE(bytes);
    const bool is_there = extensions.find(extension) != std::string::npos;
    const cl_uint wanted = preferred == CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT ? 4 : 1;
    EXPECT_EQ(is_there ? wanted : 0U, value_of<cl_uint>(device_query(preferred)));
    EXPECT_EQ(is_there ? register_bytes / bytes : 0U, value_of<cl_uint>(device_query(native)));
  }
}

TEST(Clause_4_2_Devices, LimitsReachTheLeastThatAFullProfileAllows) {
  EXPECT_GE(value_of<cl_uint>(device_query(CL_DEVICE_MAX_COMPUTE_UNITS)), 1U);
  EXPECT_GE(value_of<cl_ulong>(device_query(CL_DEVICE_LOCAL_MEM_SIZE)), 32U << 10);
  EXPECT_GE(value_of<cl_ulong>(device_query(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE)), 64U << 10);
  EXPECT_GE(value_of<cl_uint>(device_query(CL_DEVICE_MAX_CONSTANT_ARGS)), 8U);
  EXPECT_GE(value_of<size_t>(device_query(CL_DEVICE_MAX_PARAMETER_SIZE)), 1024U);
  EXPECT_GE(value_of<size_t>(device_query(CL_DEVICE_PRINTF_BUFFER_SIZE)), 1U << 20);
  const auto global = value_of<cl_ulong>(device_query(CL_DEVICE_GLOBAL_MEM_SIZE));
  const auto largest = value_of<cl_ulong>(device_query(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  EXPECT_GE(largest, std::min<cl_ulong>(global / 4, cl_ulong{1} << 30));
  EXPECT_LE(largest, global);
  const auto sizes = list_of<size_t>(device_query(CL_DEVICE_MAX_WORK_ITEM_SIZES));
  EXPECT_EQ(value_of<cl_uint>(device_query(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS)), sizes.size());
  // Every built-in type must be aligned in a sub-buffer.
  EXPECT_GE(value_of<cl_uint>(device_query(CL_DEVICE_MEM_BASE_ADDR_ALIGN)), 8 * sizeof(cl_long16));
}

TEST(Clause_4_2_Devices, RequiredFloatingPointCapabilities) {
  const auto single = value_of<cl_device_fp_config>(device_query(CL_DEVICE_SINGLE_FP_CONFIG));
  EXPECT_NE(0U, single & CL_FP_ROUND_TO_NEAREST);
  EXPECT_NE(0U, single & CL_FP_INF_NAN);
}

TEST(Clause_4_2_Devices, ExtensionsOfTheCoreAreReported) {
  const std::string all = " " + text_of(device_query(CL_DEVICE_EXTENSIONS)) + " ";
  // Images, doubles and halves are supported.
  for (const char* extension :
       {"cl_khr_3d_image_writes", "cl_khr_image2d_from_buffer", "cl_khr_depth_images",
        "cl_khr_byte_addressable_store", "cl_khr_fp16", "cl_khr_fp64",
        "cl_khr_global_int32_base_atomics", "cl_khr_global_int32_extended_atomics",
        "cl_khr_local_int32_base_atomics", "cl_khr_local_int32_extended_atomics"}) {
    EXPECT_NE(std::string::npos, all.find(" " + std::string(extension) + " ")) << extension;
  }
}

// cl_khr_fp16: at least rounding to nearest, or to zero in its place, with infinities and NaNs.
TEST(Clause_4_2_Devices, HalvesAreComputedWithAsIeee754Says) {
  EXPECT_EQ(cl_device_fp_config{CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_FMA},
            value_of<cl_device_fp_config>(device_query(CL_DEVICE_HALF_FP_CONFIG)));
}

TEST(Clause_4_2_Devices, RootDevicesHaveNoParentAndOneReference) {
  EXPECT_EQ(nullptr, value_of<cl_device_id>(device_query(CL_DEVICE_PARENT_DEVICE)));
  EXPECT_EQ(CL_SUCCESS, clRetainDevice(first_device()));
  EXPECT_EQ(1U, value_of<cl_uint>(device_query(CL_DEVICE_REFERENCE_COUNT)));
  EXPECT_EQ(CL_SUCCESS, clReleaseDevice(first_device()));
  EXPECT_EQ(CL_SUCCESS, clReleaseDevice(first_device()));
  EXPECT_EQ(1U, value_of<cl_uint>(device_query(CL_DEVICE_REFERENCE_COUNT)));
}

TEST(Clause_4_2_Devices, UnknownQueryAndSmallPlaceAreInvalidValue) {
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceInfo(first_device(), 0x7777, 0, nullptr, nullptr));
  cl_uchar small = 7;
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetDeviceInfo(first_device(), CL_DEVICE_MAX_COMPUTE_UNITS, 1, &small, nullptr));
  EXPECT_EQ(7, small);
}

TEST(Clause_4_2_Devices, TimersShareTheTimebaseOfProfiling) {
  cl_ulong on_device = 0;
  cl_ulong first = 0;
  cl_ulong second = 0;
  ASSERT_EQ(CL_SUCCESS, clGetDeviceAndHostTimer(first_device(), &on_device, &first));
  ASSERT_EQ(CL_SUCCESS, clGetHostTimer(first_device(), &second));
  EXPECT_LE(first, second);
  EXPECT_NE(0U, on_device);
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceAndHostTimer(first_device(), nullptr, &first));
  EXPECT_EQ(CL_INVALID_VALUE, clGetDeviceAndHostTimer(first_device(), &on_device, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetHostTimer(first_device(), nullptr));
}

}  // namespace
}  // namespace cleave::test

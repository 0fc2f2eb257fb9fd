// All that OpenCL 3.1 demands beyond 3.0 (appendix E, "Summary of Changes from OpenCL 3.0 to OpenCL
// 3.1", of the API specification, and those of OpenCL C and of the SPIR-V environment) and that no
// file of a clause has.
#include <algorithm>
#include <array>

#include "support/reported.h"

namespace cleave::test {
namespace {

class OpenCL_3_1 : public OnDevice {
 protected:
  [[nodiscard]] auto of_device(cl_device_info name) const {
    return [this, name](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    };
  }
  /// Launches a kernel of one work-item, or of one group of more, whose first argument is a buffer
  /// of as many ints; returns the buffer.
  [[nodiscard]] std::vector<cl_int> run(cl_kernel kernel, size_t items = 1) const {
    const Memory out = make_buffer(std::vector<cl_int>(items, -1));
    const cl_mem handle = out;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof handle, &handle));
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &items, 0,
                                                 nullptr, nullptr));
    return contents(out);
  }
  [[nodiscard]] cl_int value(const std::string& expression, const char* options) {
    return run(
        make_kernel("kernel void k(global int* p) { *p = " + expression + "; }", "k", options))[0];
  }
};

TEST_F(OpenCL_3_1, TheVersionsSaySo) {
  const auto of_platform = [&](cl_platform_info name) {
    return [name](size_t size, void* value, size_t* returned) {
      return clGetPlatformInfo(find_platform(), name, size, value, returned);
    };
  };
  EXPECT_EQ(0U, text_of(of_platform(CL_PLATFORM_VERSION)).find("OpenCL 3.1 "));
  EXPECT_EQ(0U, text_of(of_device(CL_DEVICE_VERSION)).find("OpenCL 3.1 "));
  const cl_version version = CL_MAKE_VERSION(3, 1, 0);
  EXPECT_EQ(version, value_of<cl_version>(of_platform(CL_PLATFORM_NUMERIC_VERSION)));
  EXPECT_EQ(version, value_of<cl_version>(of_device(CL_DEVICE_NUMERIC_VERSION)));
  EXPECT_EQ(310, value("__OPENCL_VERSION__", ""));
}

// 4.2, CL_DEVICE_OPENCL_C_ALL_VERSIONS: "Support for at least OpenCL C 3.1, OpenCL C 3.0, OpenCL C
// 1.2, OpenCL C 1.1, and OpenCL C 1.0 is required for an OpenCL 3.1 device."
TEST_F(OpenCL_3_1, LanguagesAreThoseThatAreDemanded) {
  const auto versions = list_of<cl_name_version>(of_device(CL_DEVICE_OPENCL_C_ALL_VERSIONS));
  for (const cl_version wanted :
       {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
        CL_MAKE_VERSION(2, 0, 0), CL_MAKE_VERSION(3, 0, 0), CL_MAKE_VERSION(3, 1, 0)}) {
    EXPECT_EQ(1, std::ranges::count(versions, wanted, &cl_name_version::version)) << wanted;
  }
  EXPECT_EQ(0U, text_of(of_device(CL_DEVICE_OPENCL_C_VERSION)).find("OpenCL C 1.2 "));
}

// OpenCL C, 6.10: "CL_VERSION_3_1 Substitutes the integer 310 reflecting the OpenCL 3.1 version."
TEST_F(OpenCL_3_1, MacrosOfTheLanguageSayIt) {
  EXPECT_EQ(310, value("__OPENCL_C_VERSION__", "-cl-std=CL3.1"));
  EXPECT_EQ(310, value("__OPENCL_C_VERSION__", "-cl-std=CL1.2 -cl-std=CL3.1 -Werror"));
  EXPECT_EQ(120, value("__OPENCL_C_VERSION__", ""));
  for (const char* options : {"", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.1"}) {
    EXPECT_EQ(310, value("CL_VERSION_3_1", options)) << options;
    EXPECT_EQ(300, value("CL_VERSION_3_0", options)) << options;
  }
  EXPECT_EQ(0, value("__OPENCL_C_VERSION__ >= CL_VERSION_3_1", "-cl-std=CL3.0"));
}

// The language has what 3.0 has, all its features, and what were extensions.
TEST_F(OpenCL_3_1, LanguageHasAllOf3_0AndWhatWasAdded) {
  const Kernel kernel = make_kernel(
      "global atomic_int counted;\n"
      "kernel void k(global int *p) {\n"
      "  size_t i = get_local_id(0);\n"
      "  int *here = p + i;\n"
      "  atomic_fetch_add_explicit(&counted, 1, memory_order_relaxed, memory_scope_device);\n"
      "  int sum = work_group_reduce_add(1);\n"                             // 8
      "  uint inserted = bitfield_insert(0u, 3u, 4, 2);\n"                  // 48
      "  uint packed = dot_4x8packed_uu_uint(0x01020304u, 0x01010101u);\n"  // 10
      "  int dot4 = dot((char4)(1, -2, 3, -4), (char4)(1));\n"              // -2
      "  short other = sub_group_shuffle_xor((short)(i & 3), 1u);\n"        // i ^ 1
      "  char all = sub_group_broadcast((char)5, 0u);\n"                    // 5
      "  int turned = sub_group_rotate(7, 1);\n"                            // 7
      "  int up = sub_group_shuffle_down((int)(i & 3), 0u);\n"              // i
      "  *here = sum + inserted + packed + dot4 + all + turned + 100 * other + 1000 * up;\n"
      "}",
      "k", "-cl-std=CL3.1");
  const std::vector<cl_int> out = run(kernel, 8);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(76 + 100 * ((i & 3) ^ 1) + 1000 * (i & 3), out[static_cast<size_t>(i)]) << i;
  }
  const auto features = list_of<cl_name_version>(of_device(CL_DEVICE_OPENCL_C_FEATURES));
  std::string tests;
  for (const cl_name_version& feature : features) {
    tests += std::string("#ifndef ") + feature.name + "\n#error " + feature.name + "\n#endif\n";
  }
  EXPECT_NE(nullptr, cl_program(build(tests + "kernel void k() {}", "-cl-std=CL3.1")));
}

TEST_F(OpenCL_3_1, ProgramsOfItLinkWithOthers) {
  const auto compiled = [&](const char* source, const char* options) {
    cl_int error = 1;
    Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr,
                                           nullptr, nullptr));
    return program;
  };
  const Program caller = compiled(
      "int version(void);\nkernel void k(global int* p) { *p = version() + __OPENCL_C_VERSION__; }",
      "-cl-std=CL3.1");
  const Program callee = compiled("int version(void) { return __OPENCL_C_VERSION__; }", "");
  const cl_program both[] = {caller, callee};
  cl_int error = 1;
  const Program program(clLinkProgram(context_, 0, nullptr, "", 2, both, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Kernel kernel(clCreateKernel(program, "k", &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(430, run(kernel)[0]);
}

// 4.2, Required OpenCL Extensions: "The following Khronos extension names must be returned by all
// devices that support OpenCL 3.1 or newer".
TEST_F(OpenCL_3_1, ExtensionsThatItTookInAreReported) {
  for (const char* name :
       {"cl_khr_device_uuid", "cl_khr_extended_bit_ops", "cl_khr_spirv_queries",
        "cl_khr_subgroup_extended_types", "cl_khr_subgroup_rotate", "cl_khr_subgroup_shuffle",
        "cl_khr_subgroup_shuffle_relative", "cl_khr_suggested_local_work_size"}) {
    expect_reported(device_, name, CL_MAKE_VERSION(1, 0, 0));
  }
  expect_reported(device_, "cl_khr_integer_dot_product", CL_MAKE_VERSION(2, 0, 0));
}

// The queries of the core have the numbers of the extensions' queries.
TEST_F(OpenCL_3_1, QueriesOfTheCoreAnswer) {
  constexpr std::pair<cl_device_info, size_t> queries[] = {
      {0x1005, 3 * sizeof(size_t)},   // CL_DEVICE_MAX_WORK_GROUP_SIZES
      {0x106A, 16},                   // CL_DEVICE_UUID
      {0x106B, 16},                   // CL_DRIVER_UUID
      {0x106C, sizeof(cl_bool)},      // CL_DEVICE_LUID_VALID
      {0x106D, 8},                    // CL_DEVICE_LUID
      {0x106E, sizeof(cl_uint)},      // CL_DEVICE_NODE_MASK
      {0x1073, sizeof(cl_bitfield)},  // CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES
      // Six cl_bool each, of vectors and of packed words.
      {0x1074, 6 * sizeof(cl_bool)},  // CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT
      {0x1075, 6 * sizeof(cl_bool)}};
  for (const auto& [name, bytes] : queries) {
    EXPECT_EQ(bytes, list_of<char>(of_device(name)).size()) << name;
  }
  // CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS, …_EXTENSIONS, …_CAPABILITIES
  for (const cl_device_info name : {0x12B9U, 0x12BAU, 0x12BBU}) {
    EXPECT_FALSE(list_of<char>(of_device(name)).empty()) << name;
  }
  // "All implementations that support OpenCL C 3.1 must support […]_4x8BIT_PACKED"
  EXPECT_NE(0U, value_of<cl_bitfield>(of_device(0x1073)) & 1);
  EXPECT_EQ(cl_bool{CL_TRUE}, value_of<cl_bool>(of_device(CL_DEVICE_HOST_UNIFIED_MEMORY)));
}

// "Support for sub-groups is required for an OpenCL 2.1, OpenCL 2.2, or OpenCL 3.1 device."
TEST_F(OpenCL_3_1, ThereAreSubGroups) {
  EXPECT_GE(value_of<cl_uint>(of_device(CL_DEVICE_MAX_NUM_SUB_GROUPS)), 1U);
}

// "An OpenCL 3.1 device must support at least SPIR-V 1.0, SPIR-V 1.1, SPIR-V 1.2, SPIR-V 1.3, and
// SPIR-V 1.4."; SPIR-V environment, Required Capabilities, 1.3 and 1.6, and SPIR-V Extensions.
TEST_F(OpenCL_3_1, ModulesAreThoseThatAreDemanded) {
  const std::string versions = text_of(of_device(CL_DEVICE_IL_VERSION)) + " ";
  for (const char* version :
       {"SPIR-V_1.0 ", "SPIR-V_1.1 ", "SPIR-V_1.2 ", "SPIR-V_1.3 ", "SPIR-V_1.4 "}) {
    EXPECT_NE(std::string::npos, versions.find(version)) << version;
  }
  const auto capabilities = list_of<cl_uint>(of_device(0x12BB));
  for (const cl_uint wanted : {65U,       // GroupNonUniformShuffle
                               66U,       // GroupNonUniformShuffleRelative
                               6025U,     // BitInstructions
                               6017U,     // DotProductInput4x8Bit
                               6018U,     // DotProductInput4x8BitPacked
                               6019U,     // DotProduct
                               6026U}) {  // GroupNonUniformRotateKHR
    EXPECT_EQ(1, std::ranges::count(capabilities, wanted)) << wanted;
  }
  const auto extensions = list_of<const char*>(of_device(0x12BA));
  for (const char* wanted :
       {"SPV_KHR_bit_instructions", "SPV_KHR_integer_dot_product", "SPV_KHR_subgroup_rotate"}) {
    EXPECT_EQ(1, std::ranges::count(extensions, std::string(wanted))) << wanted;
  }
}

// 5.9.2: "For OpenCL 3.1 and newer, arg_size may be zero, indicating that no local memory is
// required for the kernel argument."
TEST_F(OpenCL_3_1, LocalArgumentsMayHaveNoBytes) {
  const Kernel kernel = make_kernel(
      "kernel void k(global int *p, local int *none, local int *some, local long16 *nothing,\n"
      "              int uses) {\n"
      "  size_t i = get_local_id(0);\n"
      "  some[i] = 10 * i;\n"
      "  if (uses & 1) none[i] = 1;\n"
      "  if (uses & 2) nothing[i] = 1;\n"
      "  barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  p[i] = some[get_local_size(0) - 1 - i] + (uses & 1 ? none[i] : 0);\n"
      "}",
      "k");
  const cl_int no = 0, one = 1;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 0, nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, 16 * sizeof(cl_int), nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 3, 0, nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 4, sizeof no, &no));
  std::vector<cl_int> wanted(16);
  for (int i = 0; i < 16; ++i) wanted[static_cast<size_t>(i)] = 10 * (15 - i);
  EXPECT_EQ(wanted, run(kernel, 16));
  // It gets some again, and loses it.
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 16 * sizeof(cl_int), nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 4, sizeof one, &one));
  std::vector<cl_int> more = wanted;
  for (cl_int& number : more) ++number;
  EXPECT_EQ(more, run(kernel, 16));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 0, nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 4, sizeof no, &no));
  EXPECT_EQ(wanted, run(kernel, 16));
  // A copy of the kernel has it too.
  cl_int error = 1;
  const Kernel copy(clCloneKernel(kernel, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(wanted, run(copy, 16));
}

TEST_F(OpenCL_3_1, LocalArgumentsWithoutBytesTakeNone) {
  const Kernel kernel = make_kernel("kernel void k(global int *p, local int *l) { *p = 3; }", "k");
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 0, nullptr));
  cl_ulong bytes = 77;
  ASSERT_EQ(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, device_, CL_KERNEL_LOCAL_MEM_SIZE,
                                                 sizeof bytes, &bytes, nullptr));
  EXPECT_EQ(0U, bytes);
  EXPECT_EQ(3, run(kernel)[0]);
  EXPECT_EQ(3, run(kernel, 64)[0]);
  // An argument that is not set is another thing, and so are values of other arguments.
  const Kernel unset = make_kernel("kernel void k(local int *l) { l[0] = 3; }", "k");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue_, unset, 0, nullptr, nullptr));
  int value = 0;
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArg(unset, 0, 0, &value));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue_, unset, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 0, nullptr));
}

// 5.9.3: "specify an empty set by passing param_value_size equal to zero and param_value equal to
// NULL"; "CL_INVALID_VALUE […] if param_value is NULL and param_value_size is greater than zero".
TEST_F(OpenCL_3_1, SetsOfPointersMayBeEmpty) {
  const Kernel kernel = make_kernel("kernel void k(global int *p) { *p = 3; }", "k");
  EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void*), nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 0, nullptr));
  EXPECT_EQ(3, run(kernel)[0]);
}

// As much local memory as there is leaves no room for padding.
TEST_F(OpenCL_3_1, LocalArgumentsWithoutBytesFitBehindAllOthers) {
  const Kernel kernel =
      make_kernel("kernel void k(global int *p, local char *l, local long16 *n) { *p = 3; }", "k");
  const auto all = value_of<cl_ulong>(of_device(CL_DEVICE_LOCAL_MEM_SIZE));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, all - 1, nullptr));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, 0, nullptr));
  EXPECT_EQ(3, run(kernel)[0]);
}

}  // namespace
}  // namespace cleave::test

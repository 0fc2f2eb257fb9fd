#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr const char* source =
    "typedef struct { int a; float b; } pair;\n"
    "kernel __attribute__((reqd_work_group_size(4, 2, 1)))\n"
    "void fixed(global int *p) { p[get_global_id(0)] = 1; }\n"
    "kernel void many(global const float *restrict in, constant int *table, local int *scratch,\n"
    "                 pair value, uchar byte, float4 vector) {}\n";

class Clause_5_9_Kernels : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    program_ = build(source, "-cl-kernel-arg-info");
    many_ = Kernel(clCreateKernel(program_, "many", nullptr));
    fixed_ = Kernel(clCreateKernel(program_, "fixed", nullptr));
    ASSERT_NE(nullptr, cl_kernel(many_));
    ASSERT_NE(nullptr, cl_kernel(fixed_));
  }
  static auto query(cl_kernel of, cl_kernel_info name) {
    return [of, name](size_t size, void* value, size_t* returned) {
      return clGetKernelInfo(of, name, size, value, returned);
    };
  }
  [[nodiscard]] auto argument_query(cl_uint index, cl_kernel_arg_info name) const {
    return [this, index, name](size_t size, void* value, size_t* returned) {
      return clGetKernelArgInfo(many_, index, name, size, value, returned);
    };
  }
  [[nodiscard]] auto group_query(cl_kernel of, cl_kernel_work_group_info name) const {
    return [this, of, name](size_t size, void* value, size_t* returned) {
      return clGetKernelWorkGroupInfo(of, device_, name, size, value, returned);
    };
  }
  [[nodiscard]] cl_int set(cl_uint index, size_t size, const void* value) const {
    return clSetKernelArg(many_, index, size, value);
  }

  Program program_;
  Kernel many_;
  Kernel fixed_;
};

TEST_F(Clause_5_9_Kernels, NamesAreChecked) {
  EXPECT_EQ(CL_INVALID_KERNEL_NAME,
            error_of([&](cl_int* error) { return clCreateKernel(program_, "none", error); }));
  EXPECT_EQ(CL_INVALID_VALUE,
            error_of([&](cl_int* error) { return clCreateKernel(program_, nullptr, error); }));
}

TEST_F(Clause_5_9_Kernels, AllKernelsOfAProgramAtOnce) {
  cl_uint count = 0;
  ASSERT_EQ(CL_SUCCESS, clCreateKernelsInProgram(program_, 0, nullptr, &count));
  EXPECT_EQ(2U, count);
  cl_kernel kernels[2] = {};
  EXPECT_EQ(CL_INVALID_VALUE, clCreateKernelsInProgram(program_, 1, kernels, nullptr));
  EXPECT_EQ(nullptr, kernels[0]);
  ASSERT_EQ(CL_SUCCESS, clCreateKernelsInProgram(program_, 2, kernels, nullptr));
  for (cl_kernel kernel : kernels) EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
}

TEST_F(Clause_5_9_Kernels, QueriesAnswer) {
  EXPECT_EQ("many", text_of(query(many_, CL_KERNEL_FUNCTION_NAME)));
  EXPECT_EQ(6U, value_of<cl_uint>(query(many_, CL_KERNEL_NUM_ARGS)));
  EXPECT_EQ(1U, value_of<cl_uint>(query(many_, CL_KERNEL_REFERENCE_COUNT)));
  EXPECT_EQ(cl_program(program_), value_of<cl_program>(query(many_, CL_KERNEL_PROGRAM)));
  EXPECT_NE(std::string::npos,
            text_of(query(fixed_, CL_KERNEL_ATTRIBUTES)).find("reqd_work_group_size(4,2,1)"));
}

TEST_F(Clause_5_9_Kernels, ArgumentsAreDescribed) {
  EXPECT_EQ("in", text_of(argument_query(0, CL_KERNEL_ARG_NAME)));
  EXPECT_EQ("float*", text_of(argument_query(0, CL_KERNEL_ARG_TYPE_NAME)));
  EXPECT_EQ("pair", text_of(argument_query(3, CL_KERNEL_ARG_TYPE_NAME)));
  EXPECT_EQ("uchar", text_of(argument_query(4, CL_KERNEL_ARG_TYPE_NAME)));
  EXPECT_EQ(
      cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      value_of<cl_kernel_arg_type_qualifier>(argument_query(0, CL_KERNEL_ARG_TYPE_QUALIFIER)));
  const cl_kernel_arg_address_qualifier expected[] = {
      CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_ADDRESS_LOCAL,
      CL_KERNEL_ARG_ADDRESS_PRIVATE};
  for (cl_uint i = 0; i < 4; ++i) {
    EXPECT_EQ(expected[i], value_of<cl_kernel_arg_address_qualifier>(
                               argument_query(i, CL_KERNEL_ARG_ADDRESS_QUALIFIER)));
  }
  EXPECT_EQ(CL_INVALID_ARG_INDEX,
            clGetKernelArgInfo(many_, 6, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr));
}

TEST_F(Clause_5_9_Kernels, ArgumentsAreDescribedOfSourceBuiltToKeepThem) {
  const auto ask = [](cl_kernel of) {
    return clGetKernelArgInfo(of, 0, CL_KERNEL_ARG_NAME, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, ask(many_));
  EXPECT_EQ(CL_KERNEL_ARG_INFO_NOT_AVAILABLE,
            ask(make_kernel("kernel void k(global int *p) {}", "k")));
  const Program copy = binary_copy(program_);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(copy, 0, nullptr, "", nullptr, nullptr));
  cl_int error = 1;
  const Kernel kernel(clCreateKernel(copy, "many", &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, ask(kernel));
}

TEST_F(Clause_5_9_Kernels, WorkGroupQueriesAnswer) {
  EXPECT_GE(value_of<size_t>(group_query(many_, CL_KERNEL_WORK_GROUP_SIZE)), 1U);
  EXPECT_EQ((std::vector<size_t>{4, 2, 1}),
            list_of<size_t>(group_query(fixed_, CL_KERNEL_COMPILE_WORK_GROUP_SIZE)));
  EXPECT_GE(value_of<size_t>(group_query(many_, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE)), 1U);
  const auto before = value_of<cl_ulong>(group_query(many_, CL_KERNEL_LOCAL_MEM_SIZE));
  ASSERT_EQ(CL_SUCCESS, set(2, 1024, nullptr));
  EXPECT_GE(value_of<cl_ulong>(group_query(many_, CL_KERNEL_LOCAL_MEM_SIZE)), before + 1024);
  size_t sizes[3];
  EXPECT_EQ(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(many_, device_, CL_KERNEL_GLOBAL_WORK_SIZE,
                                                       sizeof sizes, sizes, nullptr));
  EXPECT_EQ(CL_SUCCESS, clGetKernelWorkGroupInfo(many_, nullptr, CL_KERNEL_WORK_GROUP_SIZE,
                                                 sizeof(size_t), sizes, nullptr));
}

TEST_F(Clause_5_9_Kernels, ArgumentSizesAreChecked) {
  const Memory buffer = make_buffer(64);
  const cl_mem memory = buffer;
  const cl_float4 vector = {};
  EXPECT_EQ(CL_INVALID_ARG_INDEX, set(6, 4, &vector));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, set(0, 4, &memory));
  EXPECT_EQ(CL_SUCCESS, set(2, 0, nullptr));  // 3.1: no bytes of local memory
  EXPECT_EQ(CL_INVALID_ARG_SIZE, set(3, 4, &vector));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, set(4, 4, &vector));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, set(5, 12, &vector));
  EXPECT_EQ(CL_SUCCESS, set(5, 16, &vector));
}

TEST_F(Clause_5_9_Kernels, ArgumentValuesAreChecked) {
  int value = 0;
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(2, 16, &value));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, set(3, 8, nullptr));
  const auto wrong = reinterpret_cast<cl_mem>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, set(0, sizeof wrong, &wrong));
  const cl_mem null = nullptr;
  EXPECT_EQ(CL_SUCCESS, set(0, sizeof null, &null));
  EXPECT_EQ(CL_SUCCESS, set(1, sizeof null, nullptr));
}

TEST_F(Clause_5_9_Kernels, AFailedSetLeavesTheArgumentAsItWas) {
  const Kernel kernel = make_kernel("kernel void k(global int *p, int v) { *p = v; }", "k");
  const Memory buffer = make_buffer(std::vector<cl_int>{0});
  const cl_mem memory = buffer;
  const cl_int value = 17;
  const cl_long wrong = 18;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof value, &value));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, sizeof wrong, &wrong));
  ASSERT_EQ(CL_SUCCESS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>{17}, contents(buffer));
}

TEST_F(Clause_5_9_Kernels, ArgumentsAreNotRetained) {
  const Kernel kernel = make_kernel("kernel void k(global int *p) { *p = 1; }", "k");
  bool destroyed = false;
  {
    const Memory buffer = make_buffer(64);
    ASSERT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(
                              buffer, [](cl_mem, void* data) { *static_cast<bool*>(data) = true; },
                              &destroyed));
    const cl_mem memory = buffer;
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  }
  EXPECT_TRUE(destroyed);
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clEnqueueTask(queue_, kernel, 0, nullptr, nullptr));
}

TEST_F(Clause_5_9_Kernels, AWorkGroupsPrivateVariablesLimitItsSize) {
  const std::string body =
      "  int a[16384];\n"
      "  for (int i = 0; i < 16384; ++i) a[i] = i + get_local_id(0);\n"
      "  WAIT;\n"
      "  out[get_global_id(0)] = a[get_local_id(0)];\n"
      "}";
  const auto limit = [&](const char* options) {
    const Kernel kernel = make_kernel("kernel void k(global int *out) {\n" + body, "k", options);
    return value_of<size_t>(group_query(kernel, CL_KERNEL_WORK_GROUP_SIZE));
  };
  const size_t alone = limit("-DWAIT=");
  const size_t together = limit("-DWAIT=barrier(CLK_LOCAL_MEM_FENCE)");
  EXPECT_LT(together, alone);
  EXPECT_GE(together, 1U);
  // A launch can have as many work-items as are promised.
  const Kernel kernel = make_kernel("kernel void k(global int *out) {\n" + body, "k",
                                    "-DWAIT=barrier(CLK_LOCAL_MEM_FENCE)");
  const Memory out = make_buffer(std::vector<cl_int>(together, -1));
  const cl_mem memory = out;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &together, &together, 0,
                                               nullptr, nullptr));
  EXPECT_EQ(static_cast<cl_int>(2 * (together - 1)), contents(out).back());
}

TEST_F(Clause_5_9_Kernels, AttributesAreToldOfSourceOnly) {
  const Program program =
      build("kernel __attribute__((reqd_work_group_size(4, 2, 1))) void fixed(global int *p) {}");
  const Program again = binary_copy(program);
  cl_int error = 1;
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(again, 0, nullptr, "", nullptr, nullptr));
  const Kernel kernel(clCreateKernel(again, "fixed", &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ("", text_of(query(kernel, CL_KERNEL_ATTRIBUTES)));
}

TEST_F(Clause_5_9_Kernels, ACloneHasTheArgumentsAndItsOwnLife) {
  const Kernel original = make_kernel("kernel void k(global int *p, int v) { *p += v; }", "k");
  const Memory buffer = make_buffer(std::vector<cl_int>{0});
  const cl_mem memory = buffer;
  const cl_int five = 5;
  const cl_int seven = 7;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(original, 0, sizeof memory, &memory));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(original, 1, sizeof five, &five));
  cl_int error = 1;
  const Kernel clone(clCloneKernel(original, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(original, 1, sizeof seven, &seven));
  ASSERT_EQ(CL_SUCCESS, clEnqueueTask(queue_, clone, 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>{5}, contents(buffer));
}

TEST_F(Clause_5_9_Kernels, SubGroupQueriesFollowTheFacts) {
  const auto ask = [&](cl_kernel_sub_group_info name, const std::vector<size_t>& input) {
    size_t answer = 0;
    EXPECT_EQ(CL_SUCCESS,
              clGetKernelSubGroupInfo(many_, device_, name, input.size() * sizeof(size_t),
                                      input.data(), sizeof answer, &answer, nullptr));
    return answer;
  };
  const size_t width = ask(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64});
  ASSERT_GE(width, 1U);
  EXPECT_EQ(4U, ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {2 * width, 2}));
  EXPECT_EQ(2U, ask(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {width + 1}));
  EXPECT_EQ(2 * width, ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {2}));
  EXPECT_EQ(0U, ask(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {1U << 30}));
  EXPECT_GE(ask(CL_KERNEL_MAX_NUM_SUB_GROUPS, {}), 1U);
  EXPECT_EQ(0U, ask(CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}));
  size_t answer = 0;
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetKernelSubGroupInfo(many_, device_, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 3,
                                    &width, sizeof answer, &answer, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clGetKernelSubGroupInfo(many_, device_, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 8,
                                    nullptr, sizeof answer, &answer, nullptr));
}

TEST_F(Clause_5_9_Kernels, ArgumentInformationFollowsEveryDeclaration) {
  struct Expected {
    const char* declaration;
    const char* type;
    cl_kernel_arg_type_qualifier qualifiers;
  };
  constexpr cl_kernel_arg_type_qualifier none = CL_KERNEL_ARG_TYPE_NONE;
  const Expected expected[] = {
      {"global int volatile *a", "int*", CL_KERNEL_ARG_TYPE_VOLATILE},
      {"global int *volatile a", "int*", none},
      {"global int const *a", "int*", CL_KERNEL_ARG_TYPE_CONST},
      {"global int *const a", "int*", none},
      {"global unsigned int *restrict a", "uint*", CL_KERNEL_ARG_TYPE_RESTRICT},
      {"constant unsigned char *a", "uchar*", CL_KERNEL_ARG_TYPE_CONST},
      {"local unsigned long *a", "ulong*", none},
      {"const unsigned short a", "ushort", none},
      {"volatile float a", "float", none},
      {"const int4 a", "int4", none},
      {"struct named a", "struct named", none},
      {"global struct named *a", "struct named*", none},
      {"const pair a", "pair", none},
      {"number a", "number", none},
      {"global void *a", "void*", none},
      {"global long16 *a", "long16*", none},
  };
  std::string text =
      "struct named { int x; };\ntypedef struct { int y; } pair;\ntypedef int number;\n";
  cl_uint count = 0;
  for (const Expected& argument : expected) {
    text += "kernel void k" + std::to_string(count++) + "(" + argument.declaration + ") {}\n";
  }
  const Program program = build(text, "-cl-kernel-arg-info");
  for (cl_uint index = 0; index < count; ++index) {
    const std::string name = "k" + std::to_string(index);
    const Kernel kernel(clCreateKernel(program, name.c_str(), nullptr));
    const auto argument = [&](cl_kernel_arg_info info) {
      return [&kernel, info](size_t size, void* value, size_t* returned) {
        return clGetKernelArgInfo(kernel, 0, info, size, value, returned);
      };
    };
    const char* declaration = expected[index].declaration;
    EXPECT_EQ("a", text_of(argument(CL_KERNEL_ARG_NAME))) << declaration;
    EXPECT_EQ(expected[index].type, text_of(argument(CL_KERNEL_ARG_TYPE_NAME))) << declaration;
    EXPECT_EQ(expected[index].qualifiers,
              value_of<cl_kernel_arg_type_qualifier>(argument(CL_KERNEL_ARG_TYPE_QUALIFIER)))
        << declaration;
    EXPECT_EQ(cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_NONE},
              value_of<cl_kernel_arg_access_qualifier>(argument(CL_KERNEL_ARG_ACCESS_QUALIFIER)))
        << declaration;
  }
}

}  // namespace
}  // namespace cleave::test

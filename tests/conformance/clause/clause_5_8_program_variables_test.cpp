// Program-scope variables in the global address space (5.8.9, and OpenCL C 6.5.1 of 3.0).
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr const char* language = "-cl-std=CL3.0";

class Clause_5_8_ProgramVariables : public OnDevice {
 protected:
  /// Returns what a kernel with one global int pointer leaves there, run over `items`.
  std::vector<cl_int> run(cl_program program, const char* name, size_t items = 1) const {
    cl_int error = 1;
    const Kernel kernel(clCreateKernel(program, name, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    const Memory buffer = make_buffer(std::vector<cl_int>(items, 0));
    const cl_mem argument = buffer;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0,
                                                 nullptr, nullptr));
    return contents(buffer);
  }
  [[nodiscard]] size_t total_size(cl_program program) const {
    return value_of<size_t>([&](size_t size, void* value, size_t* returned) {
      return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE,
                                   size, value, returned);
    });
  }
  [[nodiscard]] size_t device_size(cl_device_info name) const {
    return value_of<size_t>([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    });
  }
};

TEST_F(Clause_5_8_ProgramVariables, TheDeviceSaysHowLargeTheyMayBe) {
  EXPECT_LE(size_t{64} << 10, device_size(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE));
  EXPECT_LE(device_size(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE),
            device_size(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE));
  EXPECT_NE(
      nullptr,
      cl_program(build("#ifndef __opencl_c_program_scope_global_variables\n#error missing\n#endif\n"
                       "kernel void k() {}",
                       language)));
}

TEST_F(Clause_5_8_ProgramVariables, BeginWithTheirInitialisersAndKeepTheirValues) {
  const Program program = build(
      "global int count = 40;\nglobal int zero;\n"
      "kernel void add(global int *p) { count += 1; zero += 1; *p = 0; }\n"
      "kernel void get(global int *p) { *p = count * 1000 + zero; }\n",
      language);
  EXPECT_EQ(8U, total_size(program));
  EXPECT_EQ(std::vector<cl_int>{40000}, run(program, "get"));
  run(program, "add");
  run(program, "add");
  EXPECT_EQ(std::vector<cl_int>{42002}, run(program, "get"));
  // Another build begins anew.
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, language, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>{40000}, run(program, "get"));
}

TEST_F(Clause_5_8_ProgramVariables, AreSharedByTheWorkItemsOfALaunch) {
  const Program program = build(
      "global int sum;\n"
      "kernel void add(global int *p) { atomic_inc(&sum); p[get_global_id(0)] = 0; }\n"
      "kernel void get(global int *p) { *p = sum; }\n",
      language);
  run(program, "add", 1000);
  EXPECT_EQ(std::vector<cl_int>{1000}, run(program, "get"));
}

TEST_F(Clause_5_8_ProgramVariables, InitialisersOfEveryKindAreRight) {
  const Program program = build(
      "typedef struct { char c; float f; short2 s; long l[2]; } Mixed;\n"
      "global Mixed mixed = {'x', 1.5f, (short2)(-3, 4), {1L << 40, -1}};\n"
      "global int3 vector = (int3)(7, 8, 9);\n"
      "global int table[2][3] = {{1, 2}, {4, 5, 6}};\n"
      "global double number = -2.25;\n"
      "constant int limit = 99;\n"
      "global int *global inside = &table[1][2];\n"
      "constant int *global to_constant = &limit;\n"
      "global int *global nothing = 0;\n"
      "global int *constant fixed = &table[0][1];\n"
      "kernel void k(global int *p) {\n"
      "  p[0] = mixed.c; p[1] = mixed.f * 2; p[2] = mixed.s.x; p[3] = mixed.s.y;\n"
      "  p[4] = mixed.l[0] >> 40; p[5] = mixed.l[1]; p[6] = vector.z; p[7] = table[0][2];\n"
      "  p[8] = number * 4; p[9] = *inside; p[10] = *to_constant; p[11] = nothing == 0;\n"
      "  p[12] = inside - &table[0][0]; p[13] = to_constant == &limit; *fixed = 21;\n"
      "  p[14] = table[0][1];\n"
      "}\n",
      language);
  const std::vector<cl_int> values = run(program, "k", 15);
  EXPECT_EQ((std::vector<cl_int>{'x', 3, -3, 4, 1, -1, 9, 0, -9, 6, 99, 1, 5, 1, 21}), values);
}

TEST_F(Clause_5_8_ProgramVariables, StaticVariablesOfFunctionsAreSuch) {
  const Program program = build(
      "int next() { static global int last = 10; return ++last; }\n"
      "kernel void k(global int *p) { *p = next(); }\n"
      "kernel void other(global int *p) { *p = next() * 100; }\n",
      language);
  EXPECT_EQ(std::vector<cl_int>{11}, run(program, "k"));
  EXPECT_EQ(std::vector<cl_int>{1200}, run(program, "other"));
  EXPECT_EQ(4U, total_size(program));
}

TEST_F(Clause_5_8_ProgramVariables, ProgramsHaveTheirOwnAlsoFromOneBinary) {
  const Program first =
      build("global int n = 5;\nkernel void k(global int *p) { *p = n++; }\n", language);
  size_t size = 0;
  ASSERT_EQ(CL_SUCCESS,
            clGetProgramInfo(first, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr));
  std::vector<unsigned char> binary(size);
  unsigned char* place = binary.data();
  ASSERT_EQ(CL_SUCCESS,
            clGetProgramInfo(first, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
  const unsigned char* data = place;
  const Program second(
      clCreateProgramWithBinary(context_, 1, &device_, &size, &data, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(second, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>{5}, run(first, "k"));
  EXPECT_EQ(std::vector<cl_int>{6}, run(first, "k"));
  EXPECT_EQ(std::vector<cl_int>{5}, run(second, "k"));
  EXPECT_EQ(4U, total_size(second));
}

TEST_F(Clause_5_8_ProgramVariables, ObjectsShareWhatOneOfThemDefines) {
  const char* sources[] = {
      "global int shared = 3;\nconstant int factor = 7;\nvoid add() { shared += factor; }\n",
      "extern global int shared;\nextern constant int factor;\nvoid add();\n"
      "kernel void k(global int *p) { add(); *p = shared * 100 + factor; }\n"};
  std::vector<Program> parts;
  std::vector<cl_program> inputs;
  for (const char*& source : sources) {
    Program part(clCreateProgramWithSource(context_, 1, &source, nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS,
              clCompileProgram(part, 0, nullptr, language, 0, nullptr, nullptr, nullptr, nullptr));
    inputs.push_back(part);
    parts.push_back(std::move(part));
  }
  cl_int error = 1;
  const Program program(
      clLinkProgram(context_, 0, nullptr, "", 2, inputs.data(), nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(std::vector<cl_int>{1007}, run(program, "k"));
  const Program open(
      clLinkProgram(context_, 0, nullptr, "", 1, &inputs[1], nullptr, nullptr, &error));
  EXPECT_EQ(CL_LINK_PROGRAM_FAILURE, error);
  const std::string log = text_of([&](size_t size, void* value, size_t* returned) {
    return clGetProgramBuildInfo(open, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
  });
  EXPECT_NE(std::string::npos, log.find("variable 'shared' is declared but not defined")) << log;
}

TEST_F(Clause_5_8_ProgramVariables, TooLargeOnesFailTheBuild) {
  const char* source = "global char big[65537];\nkernel void k(global char *p) { *p = big[0]; }";
  const Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, nullptr));
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE,
            clBuildProgram(program, 0, nullptr, language, nullptr, nullptr));
}

TEST_F(Clause_5_8_ProgramVariables, NeedNoConstructors) {
  const Program program = build("global int n = 5;\nkernel void k() {}", language);
  for (const cl_program_info name :
       {CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT}) {
    EXPECT_EQ(cl_bool{CL_FALSE}, value_of<cl_bool>([&](size_t size, void* value, size_t* returned) {
                return clGetProgramInfo(program, name, size, value, returned);
              }));
  }
}

// -cl-opt-disable: the same results without optimisation.
TEST_F(Clause_5_8_ProgramVariables, WorkWithoutOptimisation) {
  const Program program = build(
      "global int n = 5;\nint add(int a) { n += a; return n; }\n"
      "kernel void k(global int *p) {\n"
      "  local int shared[16]; int mine = 0;\n"
      "  shared[get_local_id(0)] = get_global_id(0); barrier(CLK_LOCAL_MEM_FENCE);\n"
      "  for (int i = 0; i < 4; ++i) { mine += shared[i]; barrier(CLK_LOCAL_MEM_FENCE); }\n"
      "  p[get_global_id(0)] = mine + (get_global_id(0) == 3 ? add(100) : 0);\n"
      "}\n",
      "-cl-std=CL3.0 -cl-opt-disable -cl-uniform-work-group-size");
  const Kernel kernel(clCreateKernel(program, "k", nullptr));
  const Memory buffer = make_buffer(std::vector<cl_int>(8, 0));
  const cl_mem argument = buffer;
  const size_t items = 8;
  const size_t group = 4;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &group, 0,
                                               nullptr, nullptr));
  EXPECT_EQ((std::vector<cl_int>{6, 6, 6, 111, 22, 22, 22, 22}), contents(buffer));
}

}  // namespace
}  // namespace cleave::test

// Objects of C++ for OpenCL at program scope: constructed by the runtime before the first kernel of
// their program, destroyed when it goes (3.2.1, 5.8.2, 5.8.9).
#include <array>
#include <span>
#include <thread>

#include "support/modules.h"
#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr const char* language = "-cl-std=CLC++2021";

// The loop leaves the constructor to the runtime. Where `trace` points, destructors leave the order
// in which they ran.
constexpr const char* counted = R"(
    global int* global trace;
    struct Counted {
      int value;
      int place;
      Counted(int n, int at) : value(0), place(at) { for (int i = 0; i < n; ++i) value += i; }
      ~Counted() { if (trace) trace[place] = ++trace[0]; }
    };
    global Counted first(5, 1);
    Counted more[2] = {Counted(6, 2), Counted(7, 3)};
    kernel void follow(global int* to) { trace = to; }
    kernel void get(global int* o) { *o = first.value * 10000 + more[0].value * 100 + more[1].value; }
    )";

class Clause_3_2_ProgramObjects : public OnDevice {
 protected:
  void run(cl_program program, const char* name, cl_int* to) const {
    cl_int error = 1;
    const Kernel kernel(clCreateKernel(program, name, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    ASSERT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, to));
    const size_t one = 1;
    ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 0,
                                                 nullptr, nullptr));
    ASSERT_EQ(CL_SUCCESS, clFinish(queue_));
  }
  [[nodiscard]] cl_int value(cl_program program) const {
    cl_int value = -1;
    run(program, "get", &value);
    return value;
  }
  static cl_bool is_present(cl_program program, cl_program_info name) {
    return value_of<cl_bool>([&](size_t size, void* value, size_t* returned) {
      return clGetProgramInfo(program, name, size, value, returned);
    });
  }

  std::array<cl_int, 4> trace_ = {};  // how many have ended, and the number of each
};

TEST_F(Clause_3_2_ProgramObjects, AreConstructedBeforeTheFirstKernelAndDestroyedAfterTheLast) {
  Program program = build(counted, language);
  EXPECT_EQ(cl_bool{CL_TRUE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
  EXPECT_EQ(cl_bool{CL_TRUE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT));
  EXPECT_EQ(2U, value_of<size_t>([&](size_t size, void* value, size_t* returned) {
              return clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, size, value, returned);
            }))
      << "what runs objects is no kernel of the program";
  EXPECT_EQ(101521, value(program));
  EXPECT_EQ(101521, value(program)) << "once";
  run(program, "follow", trace_.data());
  EXPECT_EQ((std::array<cl_int, 4>{}), trace_);
  program = Program();
  EXPECT_EQ((std::array<cl_int, 4>{3, 3, 2, 1}), trace_);
}

TEST_F(Clause_3_2_ProgramObjects, OfProgramsThatNeedNoneAreNotPresent) {
  const Program program = build(
      "struct S { int a; S(int n) : a(n + 1) {} };\nglobal S s(4);\n"
      "kernel void get(global int* o) { *o = s.a; }",
      language);
  EXPECT_EQ(cl_bool{CL_FALSE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
  EXPECT_EQ(cl_bool{CL_FALSE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT));
  EXPECT_EQ(5, value(program));
  const char* source = "kernel void k() {}";
  const Program open(clCreateProgramWithSource(context_, 1, &source, nullptr, nullptr));
  EXPECT_EQ(cl_bool{CL_FALSE}, is_present(open, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
}

TEST_F(Clause_3_2_ProgramObjects, GoWhenTheLastKernelGoes) {
  Program program = build(counted, language);
  run(program, "follow", trace_.data());
  Kernel kernel(clCreateKernel(program, "get", nullptr));
  program = Program();
  EXPECT_EQ(0, trace_[0]);
  std::thread([&] { kernel = Kernel(); }).join();
  EXPECT_EQ(3, trace_[0]);
}

TEST_F(Clause_3_2_ProgramObjects, AreThoseOfEveryBuild) {
  const Program program = build(counted, language);
  run(program, "follow", trace_.data());
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, language, nullptr, nullptr));
  EXPECT_EQ(3, trace_[0]);
  EXPECT_EQ(101521, value(program));
}

TEST_F(Clause_3_2_ProgramObjects, AreKeptByBinaries) {
  Program program = binary_copy(build(counted, language));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(cl_bool{CL_TRUE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
  EXPECT_EQ(101521, value(program));
  run(program, "follow", trace_.data());
  program = Program();
  EXPECT_EQ((std::array<cl_int, 4>{3, 3, 2, 1}), trace_);
}

TEST_F(Clause_3_2_ProgramObjects, OfLinkedProgramsAreAllConstructed) {
  const auto compiled = [&](const std::string& source) {
    const char* text = source.c_str();
    Program program(clCreateProgramWithSource(context_, 1, &text, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clCompileProgram(program, 0, nullptr, language, 0, nullptr, nullptr,
                                           nullptr, nullptr));
    return program;
  };
  const Program one = compiled(counted);
  const Program other = compiled(
      "struct Product { int value; Product(int n) : value(1) {\n"
      "  for (int i = 1; i <= n; ++i) value *= i; } };\n"
      "static Product product(5);\nkernel void get_other(global int* o) { *o = product.value; }");
  const cl_program inputs[] = {one, other};
  cl_int error = 1;
  Program linked(clLinkProgram(context_, 0, nullptr, "", 2, inputs, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(101521, value(linked));
  cl_int factorial = 0;
  run(linked, "get_other", &factorial);
  EXPECT_EQ(120, factorial);
  run(linked, "follow", trace_.data());
  linked = Program();
  EXPECT_EQ((std::array<cl_int, 4>{3, 3, 2, 1}), trace_);
}

TEST_F(Clause_3_2_ProgramObjects, MayHaveADestructorAlone) {
  Program program = build(
      "global int* global trace;\n"
      "struct S { int a; constexpr S(int n) : a(n) {} ~S() { if (trace) trace[0] = a; } };\n"
      "global S s(4);\nkernel void follow(global int* to) { trace = to; }",
      language);
  EXPECT_EQ(cl_bool{CL_FALSE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
  EXPECT_EQ(cl_bool{CL_TRUE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT));
  run(program, "follow", trace_.data());
  program = Program();
  EXPECT_EQ(4, trace_[0]);
}

// SPIR-V's entry points of the modes Initializer and Finalizer are no kernels.
TEST_F(Clause_3_2_ProgramObjects, OfModulesAreWhatTheirInitializersMake) {
  const std::span<const std::byte> module = modules::initializers();
  Program program(clCreateProgramWithIL(context_, module.data(), module.size(), nullptr));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(cl_bool{CL_TRUE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT));
  EXPECT_EQ(cl_bool{CL_TRUE}, is_present(program, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT));
  EXPECT_EQ("get;follow", text_of([&](size_t size, void* value, size_t* returned) {
              return clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, size, value, returned);
            }));
  EXPECT_EQ(14, value(program));
  run(program, "follow", trace_.data());
  program = Program();
  EXPECT_EQ(14, trace_[0]);
}

TEST_F(Clause_3_2_ProgramObjects, HaveNobodyToPrintFor) {
  const char* source =
      "struct S { S(int n) { for (int i = 0; i < n; ++i) printf(\"%d\", i); } };\n"
      "global S s(4);\nkernel void k() {}";
  const Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, nullptr));
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE,
            clBuildProgram(program, 0, nullptr, language, nullptr, nullptr));
  const std::string log = text_of([&](size_t size, void* value, size_t* returned) {
    return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
  });
  EXPECT_NE(std::string::npos,
            log.find("the constructor or destructor of an object at program scope prints"))
      << log;
}

}  // namespace
}  // namespace cleave::test

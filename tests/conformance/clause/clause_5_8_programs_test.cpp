#include <condition_variable>
#include <cstring>
#include <mutex>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr const char* two_kernels =
    "kernel void first(global int *p) { p[get_global_id(0)] += 1; }\n"
    "kernel void second(global int *p, int n) { p[get_global_id(0)] *= n; }\n";

class Clause_5_8_Programs : public OnDevice {
 protected:
  [[nodiscard]] Program from_source(const char* source) const {
    cl_int error = 1;
    Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return program;
  }
  static auto query(cl_program of, cl_program_info name) {
    return [of, name](size_t size, void* value, size_t* returned) {
      return clGetProgramInfo(of, name, size, value, returned);
    };
  }
  [[nodiscard]] auto build_query(cl_program of, cl_program_build_info name) const {
    return [this, of, name](size_t size, void* value, size_t* returned) {
      return clGetProgramBuildInfo(of, device_, name, size, value, returned);
    };
  }
  [[nodiscard]] static std::vector<unsigned char> binary_of(cl_program program) {
    const auto sizes = list_of<size_t>(query(program, CL_PROGRAM_BINARY_SIZES));
    std::vector<unsigned char> binary(sizes.at(0));
    unsigned char* place = binary.data();
    EXPECT_EQ(CL_SUCCESS,
              clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
    return binary;
  }
  [[nodiscard]] cl_int from_binary(const std::vector<unsigned char>& binary, cl_int* status,
                                   Program* program = nullptr) const {
    const unsigned char* data = binary.data();
    const size_t size = binary.size();
    cl_int error = 1;
    Program made(clCreateProgramWithBinary(context_, 1, &device_, &size, &data, status, &error));
    if (program != nullptr) *program = std::move(made);
    return error;
  }
};

TEST_F(Clause_5_8_Programs, SourceIsTheStringsTogether) {
  const char* strings[] = {"kernel void f() {}\nXX", "// two", "// three\n"};
  const size_t lengths[] = {19, 0, 8};
  cl_int error = 1;
  const Program program(clCreateProgramWithSource(context_, 3, strings, lengths, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ("kernel void f() {}\n// two// three", text_of(query(program, CL_PROGRAM_SOURCE)));
}

TEST_F(Clause_5_8_Programs, BadSourcesAreInvalidValue) {
  const char* strings[] = {"kernel void f() {}", nullptr};
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateProgramWithSource(context_, 0, strings, nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateProgramWithSource(context_, 1, nullptr, nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateProgramWithSource(context_, 2, strings, nullptr, error);
            }));
}

TEST_F(Clause_5_8_Programs, BeforeTheBuildThereIsNothingToRun) {
  const Program program = from_source(two_kernels);
  EXPECT_EQ(CL_BUILD_NONE,
            value_of<cl_build_status>(build_query(program, CL_PROGRAM_BUILD_STATUS)));
  EXPECT_EQ("", text_of(build_query(program, CL_PROGRAM_BUILD_LOG)));
  EXPECT_EQ("", text_of(build_query(program, CL_PROGRAM_BUILD_OPTIONS)));
  size_t count = 0;
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            error_of([&](cl_int* error) { return clCreateKernel(program, "first", error); }));
}

TEST_F(Clause_5_8_Programs, ABuiltProgramNamesItsKernels) {
  const Program program = build(two_kernels, "-DX=1");
  EXPECT_EQ(CL_BUILD_SUCCESS,
            value_of<cl_build_status>(build_query(program, CL_PROGRAM_BUILD_STATUS)));
  EXPECT_EQ("-DX=1", text_of(build_query(program, CL_PROGRAM_BUILD_OPTIONS)));
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE},
            value_of<cl_program_binary_type>(build_query(program, CL_PROGRAM_BINARY_TYPE)));
  EXPECT_EQ(2U, value_of<size_t>(query(program, CL_PROGRAM_NUM_KERNELS)));
  EXPECT_EQ("first;second", text_of(query(program, CL_PROGRAM_KERNEL_NAMES)));
  EXPECT_EQ(std::vector{device_}, list_of<cl_device_id>(query(program, CL_PROGRAM_DEVICES)));
}

TEST_F(Clause_5_8_Programs, MalformedSourceIsBuildProgramFailureWithALog) {
  const Program program = from_source("kernel void broken(global int *p { p[0] = ; }");
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE,
            clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_BUILD_ERROR,
            value_of<cl_build_status>(build_query(program, CL_PROGRAM_BUILD_STATUS)));
  EXPECT_NE("", text_of(build_query(program, CL_PROGRAM_BUILD_LOG)));
}

TEST_F(Clause_5_8_Programs, AnUnknownFunctionFailsTheBuildWithItsName) {
  const Program program =
      from_source("kernel void k(global int *p) {\n  *p = no_such_function(1);\n}");
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  const std::string log = text_of(build_query(program, CL_PROGRAM_BUILD_LOG));
  EXPECT_NE(std::string::npos, log.find("no_such_function")) << log;
}

TEST_F(Clause_5_8_Programs, MalformedOptionsAreInvalidBuildOptions) {
  const Program program = from_source(two_kernels);
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS,
            clBuildProgram(program, 0, nullptr, "-cl-no-such-option", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS,
            clBuildProgram(program, 0, nullptr, "-cl-std=CL9.9", nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
}

TEST_F(Clause_5_8_Programs, BuildArgumentsAreChecked) {
  const Program program = from_source(two_kernels);
  int data = 0;
  EXPECT_EQ(CL_INVALID_VALUE, clBuildProgram(program, 1, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clBuildProgram(program, 0, &device_, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clBuildProgram(program, 0, nullptr, "", nullptr, &data));
  const auto wrong = reinterpret_cast<cl_device_id>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_DEVICE, clBuildProgram(program, 1, &wrong, "", nullptr, nullptr));
}

TEST_F(Clause_5_8_Programs, AProgramWithKernelsCannotBeBuiltAgain) {
  const Program program = build(two_kernels);
  {
    const Kernel kernel(clCreateKernel(program, "first", nullptr));
    EXPECT_EQ(CL_INVALID_OPERATION, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  }
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
}

TEST_F(Clause_5_8_Programs, ACallbackTellsOfTheEndOfTheBuild) {
  struct Notice {
    std::mutex mutex;
    std::condition_variable changed;
    cl_program program = nullptr;
  } notice;
  const Program program = from_source(two_kernels);
  const auto notify = [](cl_program built, void* data) {
    auto* to = static_cast<Notice*>(data);
    const std::scoped_lock lock(to->mutex);
    to->program = built;
    to->changed.notify_all();
  };
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", notify, &notice));
  std::unique_lock lock(notice.mutex);
  notice.changed.wait(lock, [&] { return notice.program != nullptr; });
  EXPECT_EQ(cl_program(program), notice.program);
  EXPECT_EQ(CL_BUILD_SUCCESS,
            value_of<cl_build_status>(build_query(program, CL_PROGRAM_BUILD_STATUS)));
}

TEST_F(Clause_5_8_Programs, ABinaryMakesTheSameProgram) {
  const std::vector<unsigned char> binary = binary_of(build(two_kernels));
  ASSERT_FALSE(binary.empty());
  Program program;
  cl_int status = 1;
  ASSERT_EQ(CL_SUCCESS, from_binary(binary, &status, &program));
  EXPECT_EQ(CL_SUCCESS, status);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ("first;second", text_of(query(program, CL_PROGRAM_KERNEL_NAMES)));
  EXPECT_EQ(binary, binary_of(program));

  const Kernel kernel(clCreateKernel(program, "first", nullptr));
  const Memory buffer = make_buffer(std::vector<cl_int>(10, 1));
  const cl_mem argument = buffer;
  const size_t items = 10;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0,
                                               nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>(10, 2), contents(buffer));
}

TEST_F(Clause_5_8_Programs, DamagedBinariesAreInvalidBinary) {
  std::vector<unsigned char> binary = binary_of(build(two_kernels));
  cl_int status = 1;
  std::vector<unsigned char> changed = binary;
  changed[changed.size() / 2] ^= 0x40;
  EXPECT_EQ(CL_INVALID_BINARY, from_binary(changed, &status));
  EXPECT_EQ(CL_INVALID_BINARY, status);
  std::vector<unsigned char> cut = binary;
  cut.resize(cut.size() / 2);
  EXPECT_EQ(CL_INVALID_BINARY, from_binary(cut, &status));
  EXPECT_EQ(CL_INVALID_BINARY, from_binary({1, 2, 3}, &status));
}

TEST_F(Clause_5_8_Programs, MissingBinariesAreInvalidValue) {
  const unsigned char* data = nullptr;
  const size_t size = 4;
  cl_int status = 1;
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateProgramWithBinary(context_, 1, &device_, &size, &data, &status, error);
            }));
  EXPECT_EQ(CL_INVALID_VALUE, status);
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateProgramWithBinary(context_, 0, &device_, &size, &data, nullptr, error);
            }));
  EXPECT_EQ(CL_INVALID_VALUE, error_of([&](cl_int* error) {
              return clCreateProgramWithBinary(context_, 1, &device_, nullptr, &data, nullptr,
                                               error);
            }));
}

TEST_F(Clause_5_8_Programs, QueriesOfOtherDevicesAreInvalidDevice) {
  const Program program = from_source(two_kernels);
  cl_build_status status = 0;
  EXPECT_EQ(CL_INVALID_DEVICE, clGetProgramBuildInfo(program, nullptr, CL_PROGRAM_BUILD_STATUS,
                                                     sizeof status, &status, nullptr));
}

TEST_F(Clause_5_8_Programs, OptionsThatAreRefusedAreNamedAndNobodyIsCalled) {
  const Program program = from_source(two_kernels);
  bool called = false;
  const auto notify = [](cl_program, void* data) { *static_cast<bool*>(data) = true; };
  EXPECT_EQ(CL_INVALID_BUILD_OPTIONS,
            clBuildProgram(program, 0, nullptr, "-w -such", notify, &called));
  EXPECT_EQ("error: unknown build option '-such'\n",
            text_of(build_query(program, CL_PROGRAM_BUILD_LOG)));
  EXPECT_EQ(CL_BUILD_ERROR,
            value_of<cl_build_status>(build_query(program, CL_PROGRAM_BUILD_STATUS)));
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  EXPECT_FALSE(called);
}

TEST_F(Clause_5_8_Programs, MessagesFollowLineDirectives) {
  const Program program = from_source("#line 124 \"some/file.c\"\n  error here;\n");
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  const std::string log = text_of(build_query(program, CL_PROGRAM_BUILD_LOG));
  EXPECT_NE(std::string::npos, log.find("some/file.c:124:3: error: ")) << log;
}

TEST_F(Clause_5_8_Programs, TheOptionsOfABinaryHoldWhereNoneAreGiven) {
  Program program;
  cl_int status = 1;
  ASSERT_EQ(CL_SUCCESS, from_binary(binary_of(build(two_kernels, "-DX=1")), &status, &program));
  EXPECT_EQ(cl_program_binary_type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE},
            value_of<cl_program_binary_type>(build_query(program, CL_PROGRAM_BINARY_TYPE)));
  EXPECT_EQ("", text_of(build_query(program, CL_PROGRAM_BUILD_OPTIONS)));
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ("-DX=1", text_of(build_query(program, CL_PROGRAM_BUILD_OPTIONS)));
  EXPECT_EQ("", text_of(query(program, CL_PROGRAM_SOURCE)));
}

TEST_F(Clause_5_8_Programs, TheContextHearsWhyABinaryIsRefused) {
  std::string told;
  cl_int error = 1;
  const Context context(clCreateContext(
      nullptr, 1, &device_,
      [](const char* message, const void*, size_t, void* data) {
        *static_cast<std::string*>(data) = message;
      },
      &told, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const unsigned char bytes[64] = {1, 2, 3};
  const unsigned char* data = bytes;
  const size_t size = sizeof bytes;
  EXPECT_EQ(CL_INVALID_BINARY, error_of([&](cl_int* code) {
              return clCreateProgramWithBinary(context, 1, &device_, &size, &data, nullptr, code);
            }));
  EXPECT_NE(std::string::npos, told.find("Cleave did not make it")) << told;
}

TEST_F(Clause_5_8_Programs, BuildsGoOnAfterTheCompilerIsUnloaded) {
  EXPECT_EQ(CL_SUCCESS, clUnloadPlatformCompiler(find_platform()));
  EXPECT_NE(nullptr, cl_program(build(two_kernels)));
}

TEST_F(Clause_5_8_Programs, ThereAreNoBuiltInKernels) {
  const auto code = [&](cl_context context, cl_uint count, const cl_device_id* devices,
                        const char* names) {
    return error_of([&](cl_int* error) {
      return clCreateProgramWithBuiltInKernels(context, count, devices, names, error);
    });
  };
  EXPECT_EQ(CL_INVALID_CONTEXT, code(nullptr, 1, &device_, "k"));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 0, &device_, "k"));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 1, nullptr, "k"));
  const auto wrong = reinterpret_cast<cl_device_id>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_DEVICE, code(context_, 1, &wrong, "k"));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 1, &device_, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 1, &device_, "k"));
}

TEST_F(Clause_5_8_Programs, ReleaseCallbacksAreRefusedBy30) {
  const Program program = from_source(two_kernels);
  EXPECT_EQ(CL_INVALID_OPERATION,
            clSetProgramReleaseCallback(program, [](cl_program, void*) {}, nullptr));
}

}  // namespace
}  // namespace cleave::test

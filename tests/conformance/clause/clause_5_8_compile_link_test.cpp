// 5.8.5 and 5.8.7: compiling and linking apart.
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr const char* twice = "int twice(int n) { return 2 * n; }\n";
constexpr const char* calls_twice =
    "int twice(int n);\n"
    "kernel void k(global int *p) { p[get_global_id(0)] = twice(p[get_global_id(0)]); }\n";

class Clause_5_8_CompileAndLink : public OnDevice {
 protected:
  [[nodiscard]] Program from_source(const char* source) const {
    cl_int error = 1;
    Program program(clCreateProgramWithSource(context_, 1, &source, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return program;
  }
  [[nodiscard]] std::string log_of(cl_program program) const {
    return text_of([&](size_t size, void* value, size_t* returned) {
      return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
    });
  }
  template <class T>
  [[nodiscard]] T build_info(cl_program program, cl_program_build_info name) const {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetProgramBuildInfo(program, device_, name, size, value, returned);
    });
  }
  static cl_int compile(cl_program program, const char* options = "") {
    return clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
  }
  /// A compiled object; a failure prints the log.
  [[nodiscard]] Program object(const char* source, const char* options = "") const {
    Program program = from_source(source);
    EXPECT_EQ(CL_SUCCESS, compile(program, options)) << log_of(program);
    return program;
  }
  [[nodiscard]] Program link(const std::vector<cl_program>& inputs, const char* options = "",
                             cl_int wanted = CL_SUCCESS) const {
    cl_int error = 1;
    Program program(clLinkProgram(context_, 0, nullptr, options,
                                  static_cast<cl_uint>(inputs.size()), inputs.data(), nullptr,
                                  nullptr, &error));
    EXPECT_EQ(wanted, error);
    if (error != wanted && program != nullptr) ADD_FAILURE() << log_of(program);
    return program;
  }
  /// Returns what the kernel `k` of a program makes of 1, 2, 3.
  [[nodiscard]] std::vector<cl_int> run(cl_program program) const {
    cl_int error = 1;
    const Kernel kernel(clCreateKernel(program, "k", &error));
    EXPECT_EQ(CL_SUCCESS, error);
    const Memory buffer = make_buffer(std::vector<cl_int>{1, 2, 3});
    const cl_mem argument = buffer;
    const size_t items = 3;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0,
                                                 nullptr, nullptr));
    return contents(buffer);
  }
  [[nodiscard]] cl_program_binary_type type_of(cl_program program) const {
    return build_info<cl_program_binary_type>(program, CL_PROGRAM_BINARY_TYPE);
  }
};
using Type = cl_program_binary_type;

TEST_F(Clause_5_8_CompileAndLink, TheDeviceHasCompilerAndLinker) {
  for (const cl_device_info name : {CL_DEVICE_COMPILER_AVAILABLE, CL_DEVICE_LINKER_AVAILABLE}) {
    cl_bool available = CL_FALSE;
    ASSERT_EQ(CL_SUCCESS, clGetDeviceInfo(device_, name, sizeof available, &available, nullptr));
    EXPECT_EQ(cl_bool{CL_TRUE}, available);
  }
}

TEST_F(Clause_5_8_CompileAndLink, ObjectsLinkToAProgramThatRuns) {
  const Program library = object(twice);
  const Program main = object(calls_twice);
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT}, type_of(main));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            error_of([&](cl_int* error) { return clCreateKernel(main, "k", error); }));
  const Program program = link({main, library});
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_EXECUTABLE}, type_of(program));
  EXPECT_EQ(CL_BUILD_SUCCESS, build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(program));
}

TEST_F(Clause_5_8_CompileAndLink, LibrariesLinkToPrograms) {
  const Program part = object(twice);
  for (const char* options : {"-create-library", "-create-library -enable-link-options"}) {
    const Program library = link({part}, options);
    EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_LIBRARY}, type_of(library));
    const Program program = link({object(calls_twice), library}, "-cl-fast-relaxed-math");
    EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(program));
  }
}

TEST_F(Clause_5_8_CompileAndLink, ObjectsAndLibrariesLiveAsBinaries) {
  const Program main = binary_copy(object(calls_twice));
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT}, type_of(main));
  const Program library = binary_copy(link({object(twice)}, "-create-library"));
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_LIBRARY}, type_of(library));
  // Neither is an executable that could be built.
  EXPECT_EQ(CL_INVALID_BINARY, clBuildProgram(main, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_BINARY, clBuildProgram(library, 0, nullptr, "", nullptr, nullptr));
  const Program program = link({main, library});
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(program));
  const Program executable = binary_copy(program);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(executable, 0, nullptr, nullptr, nullptr, nullptr));
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(executable));
}

TEST_F(Clause_5_8_CompileAndLink, KernelsCallKernelsOfOtherObjects) {
  const Program first = object("kernel void f(global int *p) { p[get_global_id(0)] += 10; }");
  const Program second =
      object("extern kernel void f(global int *p);\nkernel void k(global int *p) { f(p); }");
  EXPECT_EQ((std::vector<cl_int>{11, 12, 13}), run(link({first, second})));
}

TEST_F(Clause_5_8_CompileAndLink, StaticAndInlineFunctionsBelongToTheirObject) {
  const Program first = object(
      "static int same(int n) { return n + 1; }\ninline int other(int n) { return same(n); }\n"
      "int first(int n) { return other(n); }");
  const Program second = object(
      "static int same(int n) { return n * 10; }\ninline int other(int n) { return same(n); }\n"
      "int first(int n);\n"
      "kernel void k(global int *p) { int i = get_global_id(0); p[i] = first(other(p[i])); }");
  EXPECT_EQ((std::vector<cl_int>{11, 21, 31}), run(link({first, second})));
}

TEST_F(Clause_5_8_CompileAndLink, UndefinedFunctionsAreLinkFailuresWithALog) {
  const Program program = link({object(calls_twice)}, "", CL_LINK_PROGRAM_FAILURE);
  ASSERT_NE(nullptr, cl_program(program));  // it has the log
  EXPECT_EQ(CL_BUILD_ERROR, build_info<cl_build_status>(program, CL_PROGRAM_BUILD_STATUS));
  EXPECT_EQ("<kernel>:2:54: error: function 'twice' is declared but not defined\n",
            log_of(program));
  // A library may stay open.
  EXPECT_NE(nullptr, cl_program(link({object(calls_twice)}, "-create-library")));
}

// A function that no kernel reaches may call one that is missing: in libraries, where another link
// may give it, and in programs.
TEST_F(Clause_5_8_CompileAndLink, WhatNoKernelUsesMayBeMissing) {
  const Program part = object(
      "int later(int n);\nconstant sampler_t s = CLK_FILTER_LINEAR;\n"
      "int twice(int n) { return 2 * n; }\nint thrice(int n) { return later(n) + twice(n); }\n"
      "float4 of_image(read_only image2d_t image, int2 at) { return read_imagef(image, s, at); }");
  const Program caller = object(calls_twice);
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(link({caller, part})));
  const Program library = link({part}, "-create-library");
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(link({caller, library})));
  const Program needs = object(
      "int thrice(int n);\n"
      "kernel void k(global int *p) { p[get_global_id(0)] = thrice(p[get_global_id(0)]); }");
  const Program failed = link({needs, library}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(log_of(failed).find("function 'later' is declared but not defined (kernel 'k' needs"),
            std::string::npos)
      << log_of(failed);
  const Program later = object("int later(int n) { return n; }");
  EXPECT_EQ((std::vector<cl_int>{3, 6, 9}), run(link({needs, library, later})));
}

TEST_F(Clause_5_8_CompileAndLink, WhatIsDefinedTwiceIsALinkFailureWithALog) {
  const Program program =
      link({object(calls_twice), object(twice), object(twice)}, "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_EQ("<kernel>:1: error: function 'twice' is defined more than once\n", log_of(program));
  const Program kernels = link({object("kernel void a() {}"), object("kernel void a() {}")}, "",
                               CL_LINK_PROGRAM_FAILURE);
  EXPECT_EQ("<kernel>:1: error: function 'a' is defined more than once\n", log_of(kernels));
}

TEST_F(Clause_5_8_CompileAndLink, OtherTypesThanTheDefinitionsAreALinkFailure) {
  const Program program = link({object(calls_twice), object("float twice(float n) { return n; }")},
                               "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(std::string::npos, log_of(program).find("called with other types")) << log_of(program);
}

TEST_F(Clause_5_8_CompileAndLink, RecursionThroughTwoObjectsIsALinkFailure) {
  const Program program = link({object("int g(int);\nint f(int n) { return g(n); }"),
                                object("int f(int);\nint g(int n) { return f(n); }\n"
                                       "kernel void k(global int *p) { *p = g(*p); }")},
                               "", CL_LINK_PROGRAM_FAILURE);
  EXPECT_NE(std::string::npos, log_of(program).find("recursion")) << log_of(program);
}

TEST_F(Clause_5_8_CompileAndLink, UniformityOfOnePartIsThatOfTheWhole) {
  const char* kernel = "int twice(int n);\nkernel void k(global int *p) { p[0] = twice(p[0]); }";
  const auto result = [&](const char* options) {
    const Program program = link({object(kernel, "-cl-std=CL3.0"), object(twice, options)});
    const Kernel made(clCreateKernel(program, "k", nullptr));
    const Memory buffer = make_buffer(std::vector<cl_int>(8, 0));
    const cl_mem argument = buffer;
    const size_t items = 3;
    const size_t group = 2;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(made, 0, sizeof argument, &argument));
    const cl_int code =
        clEnqueueNDRangeKernel(queue_, made, 1, nullptr, &items, &group, 0, nullptr, nullptr);
    EXPECT_EQ(CL_SUCCESS, clFinish(queue_));
    return code;
  };
  EXPECT_EQ(CL_SUCCESS, result("-cl-std=CL3.0"));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, result("-cl-std=CL1.2"));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, result("-cl-std=CL3.0 -cl-uniform-work-group-size"));
}

TEST_F(Clause_5_8_CompileAndLink, HeadersComeFromPrograms) {
  const Program main = from_source(
      "#include <foo.h>\n#include \"mydir/myinc.h\"\n"
      "kernel void k(global int *p) { p[get_global_id(0)] += FOO + INC + INNER; }");
  const Program foo = from_source("#define FOO 1\n");
  const Program include = from_source("#include \"inner.h\"\n#define INC 20\n");
  const Program inner = from_source("#define INNER 300\n");
  const Program second_foo = from_source("#error the first one counts\n");
  const cl_program headers[] = {foo, include, inner, second_foo};
  const char* names[] = {"foo.h", "mydir/myinc.h", "mydir/inner.h", "foo.h"};
  ASSERT_EQ(CL_SUCCESS, clCompileProgram(main, 0, nullptr, "", 4, headers, names, nullptr, nullptr))
      << log_of(main);
  EXPECT_EQ((std::vector<cl_int>{322, 323, 324}), run(link({main})));
}

TEST_F(Clause_5_8_CompileAndLink, EmbeddedHeadersComeBeforeFolders) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("cleave headers " + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "value.h") << "#error the embedded one counts\n";
  const Program main = from_source(
      "#include \"value.h\"\nkernel void k(global int *p) { p[get_global_id(0)] = VALUE; }");
  const Program header = from_source("#define VALUE 7\n");
  const cl_program headers[] = {header};
  const char* names[] = {"value.h"};
  const std::string options = "-I \"" + folder.string() + "\"";
  EXPECT_EQ(CL_SUCCESS, clCompileProgram(main, 0, nullptr, options.c_str(), 1, headers, names,
                                         nullptr, nullptr))
      << log_of(main);
  EXPECT_EQ(CL_COMPILE_PROGRAM_FAILURE, compile(main, options.c_str()));
  std::filesystem::remove_all(folder);
}

TEST_F(Clause_5_8_CompileAndLink, ErrorsInHeadersNameTheHeader) {
  const Program main = from_source("#include <folder/bad.h>\nkernel void k() {}");
  const Program header = from_source("\n  nonsense here;\n");
  const cl_program headers[] = {header};
  const char* names[] = {"folder/bad.h"};
  EXPECT_EQ(CL_COMPILE_PROGRAM_FAILURE,
            clCompileProgram(main, 0, nullptr, "", 1, headers, names, nullptr, nullptr));
  EXPECT_NE(std::string::npos, log_of(main).find("folder/bad.h:2:3: error: ")) << log_of(main);
  EXPECT_EQ(std::string::npos, log_of(main).find("cleave")) << log_of(main);
}

TEST_F(Clause_5_8_CompileAndLink, HeadersAreChecked) {
  const Program main = from_source(calls_twice);
  const Program header = from_source("#define X\n");
  const cl_program headers[] = {header, nullptr};
  const char* names[] = {"x.h", nullptr};
  const auto code = [&](cl_uint count, const cl_program* programs, const char** their_names) {
    return clCompileProgram(main, 0, nullptr, "", count, programs, their_names, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, code(0, headers, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(0, nullptr, names));
  EXPECT_EQ(CL_INVALID_VALUE, code(1, nullptr, names));
  EXPECT_EQ(CL_INVALID_VALUE, code(1, headers, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(1, headers, names + 1));
  EXPECT_EQ(CL_INVALID_PROGRAM, code(2, headers, names));
  const Program binary = binary_copy(build(twice));
  const cl_program no_source = binary;
  EXPECT_EQ(CL_INVALID_PROGRAM, code(1, &no_source, names));
}

// clCompileProgram of OpenCL 3.1: "CL_INVALID_CONTEXT if the context associated with program and programs in
// input_headers are not the same", and of clLinkProgram likewise.
TEST_F(Clause_5_8_CompileAndLink, ProgramsAreOfOneContext) {
  cl_int error = 1;
  const Context other(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const Program main = from_source(calls_twice);
  const char* text = "int twice(int x) { return 2 * x; }";
  const Program foreign(clCreateProgramWithSource(other, 1, &text, nullptr, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const cl_program header = foreign;
  const char* name = "x.h";
  EXPECT_EQ(CL_INVALID_CONTEXT,
            clCompileProgram(main, 0, nullptr, "", 1, &header, &name, nullptr, nullptr));
  ASSERT_EQ(CL_SUCCESS,
            clCompileProgram(foreign, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  const Program part = object(twice);
  const cl_program inputs[] = {part, foreign};
  EXPECT_EQ(
      CL_INVALID_CONTEXT, error_of([&](cl_int* code) {
        return Program(clLinkProgram(context_, 0, nullptr, "", 2, inputs, nullptr, nullptr, code));
      }));
}

TEST_F(Clause_5_8_CompileAndLink, CompileArgumentsAreChecked) {
  const Program main = from_source(twice);
  int data = 0;
  const auto code = [&](cl_program program, cl_uint count, const cl_device_id* devices,
                        const char* options, void* user_data) {
    return clCompileProgram(program, count, devices, options, 0, nullptr, nullptr, nullptr,
                            user_data);
  };
  EXPECT_EQ(CL_INVALID_PROGRAM, code(nullptr, 0, nullptr, "", nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(main, 1, nullptr, "", nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(main, 0, &device_, "", nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(main, 0, nullptr, "", &data));
  const auto wrong = reinterpret_cast<cl_device_id>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_DEVICE, code(main, 1, &wrong, "", nullptr));
  EXPECT_EQ(CL_INVALID_COMPILER_OPTIONS, code(main, 0, nullptr, "-no-such", nullptr));
  EXPECT_NE(std::string::npos, log_of(main).find("'-no-such'")) << log_of(main);
  EXPECT_EQ(CL_INVALID_COMPILER_OPTIONS, code(main, 0, nullptr, "-create-library", nullptr));
  EXPECT_EQ(CL_SUCCESS, code(main, 1, &device_, nullptr, nullptr));
}

TEST_F(Clause_5_8_CompileAndLink, OnlySourceIsCompiledAndNotUnderKernels) {
  EXPECT_EQ(CL_INVALID_OPERATION, compile(binary_copy(build(twice))));
  const Program linked = link({object(twice)});
  EXPECT_EQ(CL_INVALID_OPERATION, compile(linked));
  EXPECT_EQ(CL_INVALID_OPERATION, clBuildProgram(linked, 0, nullptr, "", nullptr, nullptr));
  const Program with_kernel = build("kernel void k() {}");
  {
    const Kernel kernel(clCreateKernel(with_kernel, "k", nullptr));
    EXPECT_EQ(CL_INVALID_OPERATION, compile(with_kernel));
  }
  EXPECT_EQ(CL_SUCCESS, compile(with_kernel));
}

TEST_F(Clause_5_8_CompileAndLink, CompilingTakesTheExecutableAway) {
  const Program program = build("kernel void k() {}");
  ASSERT_EQ(CL_SUCCESS, compile(program));
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT}, type_of(program));
  EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE,
            error_of([&](cl_int* error) { return clCreateKernel(program, "k", error); }));
  EXPECT_EQ(CL_COMPILE_PROGRAM_FAILURE, compile(program, "-Dkernel=nonsense"));
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_NONE}, type_of(program));
}

TEST_F(Clause_5_8_CompileAndLink, LinkArgumentsAreChecked) {
  const Program part = object(twice);
  const cl_program input = part;
  int data = 0;
  const auto code = [&](cl_context context, cl_uint device_count, const cl_device_id* devices,
                        const char* options, cl_uint count, const cl_program* inputs,
                        void* user_data) {
    return error_of([&](cl_int* error) {
      return Program(clLinkProgram(context, device_count, devices, options, count, inputs, nullptr,
                                   user_data, error));
    });
  };
  EXPECT_EQ(CL_INVALID_CONTEXT, code(nullptr, 0, nullptr, "", 1, &input, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 1, nullptr, "", 1, &input, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 0, &device_, "", 1, &input, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 0, nullptr, "", 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 0, nullptr, "", 0, &input, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 0, nullptr, "", 1, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, code(context_, 0, nullptr, "", 1, &input, &data));
  const auto no_program = reinterpret_cast<cl_program>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_PROGRAM, code(context_, 0, nullptr, "", 1, &no_program, nullptr));
  const auto no_device = reinterpret_cast<cl_device_id>(cl_context(context_));
  EXPECT_EQ(CL_INVALID_DEVICE, code(context_, 1, &no_device, "", 1, &input, nullptr));
  for (const char* options : {"-no-such", "-cl-std=CL1.2", "-enable-link-options",
                              "-create-library -cl-fast-relaxed-math", "\"-create-library"}) {
    EXPECT_EQ(CL_INVALID_LINKER_OPTIONS, code(context_, 0, nullptr, options, 1, &input, nullptr))
        << options;
  }
  for (const char* options :
       {"-cl-denorms-are-zero", "-cl-no-signed-zeroes", "-cl-unsafe-math-optimizations",
        "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp"}) {
    EXPECT_EQ(CL_SUCCESS, code(context_, 1, &device_, options, 1, &input, nullptr)) << options;
  }
}

TEST_F(Clause_5_8_CompileAndLink, AllInputsOrNoneAreCompiled) {
  const Program compiled = object(calls_twice);
  const Program only_source = from_source(twice);
  const cl_program mixed[] = {compiled, only_source};
  EXPECT_EQ(CL_INVALID_OPERATION, error_of([&](cl_int* error) {
              return clLinkProgram(context_, 0, nullptr, "", 2, mixed, nullptr, nullptr, error);
            }));
  const Program executable = build(twice);
  const cl_program with_executable[] = {compiled, executable};
  EXPECT_EQ(CL_INVALID_OPERATION, error_of([&](cl_int* error) {
              return clLinkProgram(context_, 0, nullptr, "", 2, with_executable, nullptr, nullptr,
                                   error);
            }));
  // With nothing to link there is no link, and no executable.
  const Program nothing = link({only_source});
  EXPECT_EQ(CL_BUILD_NONE, build_info<cl_build_status>(nothing, CL_PROGRAM_BUILD_STATUS));
  EXPECT_EQ(Type{CL_PROGRAM_BINARY_TYPE_NONE}, type_of(nothing));
}

TEST_F(Clause_5_8_CompileAndLink, CallbacksTellOnceOfCompilationsAndLinks) {
  struct Notice {
    std::mutex mutex;
    std::condition_variable changed;
    std::vector<cl_program> programs;
    void wait_for(size_t count) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return programs.size() >= count; });
    }
  } notice;
  const auto notify = [](cl_program program, void* data) {
    auto* to = static_cast<Notice*>(data);
    const std::scoped_lock lock(to->mutex);
    to->programs.push_back(program);
    to->changed.notify_all();
  };
  const Program main = from_source(calls_twice);
  ASSERT_EQ(CL_SUCCESS,
            clCompileProgram(main, 0, nullptr, "", 0, nullptr, nullptr, notify, &notice));
  notice.wait_for(1);
  const Program part = object(twice);
  const cl_program inputs[] = {main, part};
  cl_int error = 1;
  const Program program(
      clLinkProgram(context_, 0, nullptr, "", 2, inputs, notify, &notice, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  notice.wait_for(2);
  EXPECT_EQ((std::vector<cl_int>{2, 4, 6}), run(program));
  // A failure tells, too: the link had begun.
  const Program failed(clLinkProgram(context_, 0, nullptr, "", 1, inputs, notify, &notice, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  notice.wait_for(3);
  EXPECT_EQ(CL_BUILD_ERROR, build_info<cl_build_status>(failed, CL_PROGRAM_BUILD_STATUS));
  // A build that cannot begin does not call back.
  EXPECT_EQ(CL_INVALID_COMPILER_OPTIONS,
            clCompileProgram(main, 0, nullptr, "-bad", 0, nullptr, nullptr, notify, &notice));
  EXPECT_EQ((std::vector<cl_program>{main, program, failed}), notice.programs);
}

}  // namespace
}  // namespace cleave::test

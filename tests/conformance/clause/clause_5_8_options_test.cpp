// The options of clBuildProgram and clCompileProgram (5.8.6) and of clLinkProgram (5.8.7): what can
// be seen of each from outside.
#include <unistd.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>

#include "tests/support/on_device.h"

namespace cleave::test {
namespace {

constexpr const char* every_option[] = {"-D NAME",
                                        "-D NAME=1",
                                        "-I /",
                                        "-cl-single-precision-constant",
                                        "-cl-denorms-are-zero",
                                        "-cl-fp32-correctly-rounded-divide-sqrt",
                                        "-cl-opt-disable",
                                        "-cl-mad-enable",
                                        "-cl-no-signed-zeros",
                                        "-cl-unsafe-math-optimizations",
                                        "-cl-finite-math-only",
                                        "-cl-fast-relaxed-math",
                                        "-cl-uniform-work-group-size",
                                        "-cl-no-subgroup-ifp",
                                        "-w",
                                        "-Werror",
                                        "-cl-std=CL1.0",
                                        "-cl-std=CL1.1",
                                        "-cl-std=CL1.2",
                                        "-cl-std=CL2.0",
                                        "-cl-std=CL3.0",
                                        "-cl-kernel-arg-info",
                                        "-g",
                                        "-cl-strict-aliasing"};
// Programs pass these options to every driver because one of them knows it.
constexpr const char* options_of_others[] = {"-O0",
                                             "-O",
                                             "-O1",
                                             "-O2",
                                             "-O3",
                                             "-O5",
                                             "-Os",
                                             "-W",
                                             "-Wall",
                                             "-Wextra -Wno-unused-parameter",
                                             "-x clc",
                                             "-xcl",
                                             "-gline-tables-only",
                                             "-g -s \"/folder of/no file.cl\"",
                                             "-cl-nv-cstd=CL1.1"};
// Links take all of these options, too.
constexpr const char* ignored_options[] = {
    "-profiling",
    "-cl-nv-verbose",
    "-cl-nv-maxrregcount=32",
    "-cl-nv-maxrregcount 32",
    "-cl-nv-opt-level=3",
    "-cl-nv-arch sm_20",
    "-fno-bin-source -fno-bin-llvmir -fno-bin-amdil -fbin-exe",
    "-save-temps",
    "-save-temps=isa/",
    "-cl-intel-greater-than-4GB-buffer-required",
    "-cl-intel-256-GRF-per-thread",
    "-cl-intel-enable-auto-large-GRF-mode",
    "-cl-intel-no-prera-scheduling"};
constexpr float infinity = std::numeric_limits<float>::infinity();

class Clause_5_8_Options : public OnDevice {
 protected:
  [[nodiscard]] Program from_source(const std::string& source) const {
    const char* text = source.c_str();
    cl_int error = 1;
    Program program(clCreateProgramWithSource(context_, 1, &text, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return program;
  }
  [[nodiscard]] Program object(const std::string& source, const char* options = "") const {
    Program program = from_source(source);
    EXPECT_EQ(CL_SUCCESS, clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr,
                                           nullptr, nullptr));
    return program;
  }
  [[nodiscard]] Program link(const std::vector<cl_program>& inputs, const char* options) const {
    cl_int error = 1;
    Program program(clLinkProgram(context_, 0, nullptr, options,
                                  static_cast<cl_uint>(inputs.size()), inputs.data(), nullptr,
                                  nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return program;
  }
  [[nodiscard]] std::string log_of(cl_program program) const {
    return text_of([&](size_t size, void* value, size_t* returned) {
      return clGetProgramBuildInfo(program, device_, CL_PROGRAM_BUILD_LOG, size, value, returned);
    });
  }
  [[nodiscard]] cl_int code_of(const std::string& source, const std::string& options) const {
    return clBuildProgram(from_source(source), 0, nullptr, options.c_str(), nullptr, nullptr);
  }
  /// Returns what the kernel `k(global float *in, global int *out)` of a program writes, 8
  /// integers.
  [[nodiscard]] std::vector<cl_int> run(cl_program program, std::vector<float> in = {}) const {
    cl_int error = 1;
    const Kernel kernel(clCreateKernel(program, "k", &error));
    EXPECT_EQ(CL_SUCCESS, error);
    std::vector<cl_int> bits;
    for (const float value : in) bits.push_back(std::bit_cast<cl_int>(value));
    bits.resize(8);
    const Memory inputs = make_buffer(bits);
    const Memory outputs = make_buffer(std::vector<cl_int>(8, 0));
    const cl_mem arguments[] = {inputs, outputs};
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof(cl_mem), &arguments[0]));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(cl_mem), &arguments[1]));
    const size_t one = 1;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, nullptr, 0,
                                                 nullptr, nullptr));
    return contents(outputs);
  }
  /// Returns the same of a kernel with these statements.
  [[nodiscard]] std::vector<cl_int> values(const std::string& statements, const char* options,
                                           std::vector<float> in = {}) const {
    const Program program =
        build("kernel void k(global float *in, global int *out) {" + statements + "}", options);
    return run(program, std::move(in));
  }
  [[nodiscard]] cl_int value(const std::string& expression, const char* options,
                             std::vector<float> in = {}) const {
    return values("*out = " + expression + ";", options, std::move(in)).at(0);
  }
};

TEST_F(Clause_5_8_Options, EveryOneIsTakenByBuildsAndCompilationsAndKeepsExactResults) {
  for (const char* option : every_option) {
    EXPECT_EQ(42, value("(int)(in[0] * in[1]) + 2", option, {8, 5})) << option;
    EXPECT_NE(nullptr, cl_program(object("int f() { return 1; }", option))) << option;
  }
  std::string all;
  for (const char* option : every_option) all += std::string(option) + ' ';
  EXPECT_EQ(42, value("(int)(in[0] * in[1]) + 2", all.c_str(), {8, 5}));
}

TEST_F(Clause_5_8_Options, ThoseOfOtherDriversAreTakenAndKeepExactResults) {
  std::string all;
  const auto expect_taken = [&](const char* option) {
    EXPECT_EQ(42, value("(int)(in[0] * in[1]) + 2", option, {8, 5})) << option;
    EXPECT_NE(nullptr, cl_program(object("int f() { return 1; }", option))) << option;
    all += std::string(option) + ' ';
  };
  for (const char* option : options_of_others) expect_taken(option);
  for (const char* option : ignored_options) expect_taken(option);
  EXPECT_EQ(42, value("(int)(in[0] * in[1]) + 2", all.c_str(), {8, 5}));
  EXPECT_EQ(110, value("__OPENCL_C_VERSION__", "-cl-nv-cstd=CL1.1"));
}

TEST_F(Clause_5_8_Options, BadOnesAreRefusedAndTheContextHears) {
  std::string told;
  cl_int error = 1;
  const Context context(clCreateContext(
      nullptr, 1, &device_,
      [](const char* message, const void*, size_t, void* data) {
        *static_cast<std::string*>(data) = message;
      },
      &told, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const char* text = "kernel void k() {}";
  const Program program(clCreateProgramWithSource(context, 1, &text, nullptr, &error));
  for (const char* bad : {"-D",
                          "-I",
                          "-D 1X",
                          "-D \"X",
                          "-cl-std=",
                          "-cl-std",
                          "-cl-std=CL",
                          "-cl-std=CL1.3",
                          "-cl-std=CL4.0",
                          "-cl-opt-disabled",
                          "-cl-",
                          "-",
                          "-O9",
                          "-Wl,-z",
                          "-wrong",
                          "file.cl",
                          "-x",
                          "-x clc++",
                          "-x spir",
                          "-s",
                          "-ffast-math",
                          "-m32",
                          "-cl-nv-maxrregcount=few",
                          "-cl-nv-unknown",
                          "-cl-intel-unknown",
                          "-fno-bin-",
                          "-cl-nv-cstd=CL4.0",
                          "-create-library",
                          "-enable-link-options",
                          "-cl-no-signed-zeroes"}) {
    told.clear();
    EXPECT_EQ(CL_INVALID_BUILD_OPTIONS, clBuildProgram(program, 0, nullptr, bad, nullptr, nullptr))
        << bad;
    EXPECT_NE(std::string::npos, told.find("CL_INVALID_BUILD_OPTIONS")) << bad << told;
    told.clear();
    EXPECT_EQ(CL_INVALID_COMPILER_OPTIONS,
              clCompileProgram(program, 0, nullptr, bad, 0, nullptr, nullptr, nullptr, nullptr))
        << bad;
    EXPECT_NE(std::string::npos, told.find("CL_INVALID_COMPILER_OPTIONS")) << bad << told;
  }
}

TEST_F(Clause_5_8_Options, MacrosAreDefinedInTheirOrder) {
  EXPECT_EQ(1, value("X", "-D X"));
  EXPECT_EQ(7, value("X", "-DX=7"));
  EXPECT_EQ(8, value("X", "-w -D X=7 -D X=8"));
  EXPECT_EQ(9, value("Y", "-D X=9 -D Y=X"));
  EXPECT_EQ(12, value("F(5)", "-D \"F(n)=(n + 7)\""));
  EXPECT_EQ(3, value("X", "-w -D \"X=3\n+ 4\""));  // truncated by a line end
}

TEST_F(Clause_5_8_Options, IncludedFilesAreFoundInFoldersInTheirOrder) {
  namespace fs = std::filesystem;
  const fs::path root = fs::temp_directory_path() / ("cleave options " + std::to_string(getpid()));
  fs::create_directories(root / "first");
  fs::create_directories(root / "second");
  std::ofstream(root / "first/one.h") << "#define ONE 1\n";
  std::ofstream(root / "second/one.h") << "#define ONE 100\n";
  std::ofstream(root / "second/two.h") << "#define TWO 20\n";
  const std::string source =
      "#include \"one.h\"\n#include <two.h>\n"
      "kernel void k(global float *in, global int *out) { *out = ONE + TWO; }";
  const std::string options =
      "-I \"" + (root / "first").string() + "\" -I \"" + (root / "second").string() + "\"";
  EXPECT_EQ(21, run(build(source, options.c_str())).at(0));
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, code_of(source, "-I \"" + (root / "first").string() + "\""));
  fs::remove_all(root);
}

TEST_F(Clause_5_8_Options, ConstantsBecomeSinglePrecision) {
  EXPECT_EQ(8, value("sizeof(1.0)", "-cl-std=CL3.0"));
  EXPECT_EQ(0, value("in[0] == 0.1", "", {0.1F}));
  EXPECT_EQ(1, value("in[0] == 0.1", "-cl-single-precision-constant", {0.1F}));
}

// A hint that leaves bits alone which are only moved.
TEST_F(Clause_5_8_Options, DenormsAreKeptWhereNothingIsComputed) {
  const float denormal = std::bit_cast<float>(0x00000123);
  const auto bits = values("*(global float *)out = in[0]; ((global float4 *)out)[1] = in[0];",
                           "-cl-denorms-are-zero", {denormal});
  EXPECT_EQ((std::vector<cl_int>{0x123, 0, 0, 0, 0x123, 0x123, 0x123, 0x123}), bits);
  const cl_int computed = value("as_int(in[0] * in[1])", "-cl-denorms-are-zero", {denormal, 2});
  EXPECT_TRUE(computed == 0 || computed == 0x246) << computed;
  EXPECT_EQ(0x246, value("as_int(in[0] * in[1])", "", {denormal, 2}));
}

TEST_F(Clause_5_8_Options, DivisionAndRootsAreCorrectlyRoundedOnRequest) {
  const auto configuration =
      value_of<cl_device_fp_config>([&](size_t size, void* value, size_t* returned) {
        return clGetDeviceInfo(device_, CL_DEVICE_SINGLE_FP_CONFIG, size, value, returned);
      });
  ASSERT_NE(0U, configuration & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
  const char* option = "-cl-fp32-correctly-rounded-divide-sqrt";
  for (float x = 1.1F; x < 1e9F; x *= 3.7F) {
    const float y = x * 0.37F + 1;
    EXPECT_EQ(x / y, std::bit_cast<float>(value("as_int(in[0] / in[1])", option, {x, y}))) << x;
    EXPECT_EQ(1 / x, std::bit_cast<float>(value("as_int(1 / in[0])", option, {x}))) << x;
    EXPECT_EQ(std::sqrt(x), std::bit_cast<float>(value("as_int(sqrt(in[0]))", option, {x}))) << x;
  }
}

// 5.8.6: "not turned on by default".
TEST_F(Clause_5_8_Options, ArithmeticIsStrictUnlessAnOptionSaysOtherwise) {
  const std::string statements =
      "float nan = in[0], inf = in[1], zero = in[2], tiny = in[3], big = in[4];"
      "out[0] = nan != nan; out[1] = isnan(inf - inf); out[2] = isinf(inf); out[3] = as_int(-zero);"
      "out[4] = as_int(zero * -1.0f + -0.0f); out[5] = (big + tiny) - big == 0;"
      "out[6] = as_int(-0.0f + zero); out[7] = isnan(zero / zero);";
  const std::vector<float> in = {std::nanf(""), infinity, 0, 1, 1e20F};
  const cl_int negative_zero = std::numeric_limits<cl_int>::min();
  const std::vector<cl_int> strict = {1, 1, 1, negative_zero, negative_zero, 1, 0, 1};
  for (const char* options : {"", "-cl-mad-enable", "-cl-opt-disable", "-cl-no-subgroup-ifp"}) {
    EXPECT_EQ(strict, values(statements, options, in)) << options;
  }
}

TEST_F(Clause_5_8_Options, ProductsAndSumsMayBecomeMads) {
  const float a = 1.0F + 0x1p-12F;
  const float b = 1.0F - 0x1p-12F;
  const float sum =
      std::bit_cast<float>(value("as_int(in[0] * in[1] + in[2])", "-cl-mad-enable", {a, b, -1.0F}));
  EXPECT_TRUE(sum == a * b - 1.0F || sum == std::fma(a, b, -1.0F)) << sum;
}

TEST_F(Clause_5_8_Options, TheSignOfZeroMayBeIgnored) {
  for (const char* options : {"-cl-no-signed-zeros", "-cl-unsafe-math-optimizations"}) {
    const cl_int bits = value("as_int(in[0] + 0.0f)", options, {-0.0F});
    EXPECT_EQ(0, bits & 0x7fffffff) << options;
    EXPECT_EQ(5, value("in[0] + 0.0f", options, {5})) << options;
  }
}

TEST_F(Clause_5_8_Options, FiniteMathKeepsFiniteResultsAndSaysSo) {
  EXPECT_EQ(0, value("__FINITE_MATH_ONLY__", ""));
  EXPECT_EQ(1, value("__FINITE_MATH_ONLY__", "-cl-finite-math-only"));
  EXPECT_EQ(6, value("in[0] * in[1]", "-cl-finite-math-only", {2, 3}));
  // No NaNs: what compares with itself is equal.
  EXPECT_EQ(1, value("in[0] == in[0]", "-cl-finite-math-only", {std::nanf("")}));
}

TEST_F(Clause_5_8_Options, FastRelaxedMathIsBothOthersAndDefinesItsMacro) {
  const char* macro =
      "\n#ifdef __FAST_RELAXED_MATH__\nout[0] = __FAST_RELAXED_MATH__;\n#endif\n"
      "out[1] = __FINITE_MATH_ONLY__; out[2] = in[0] == in[0];";
  const std::vector<float> in = {std::nanf("")};
  EXPECT_EQ((std::vector<cl_int>{0, 0, 0, 0, 0, 0, 0, 0}), values(macro, "", in));
  EXPECT_EQ((std::vector<cl_int>{1, 1, 1, 0, 0, 0, 0, 0}),
            values(macro, "-cl-fast-relaxed-math", in));
  EXPECT_EQ(0, value("in[0] == in[0]", "-cl-unsafe-math-optimizations", in));
}

TEST_F(Clause_5_8_Options, WarningsAreKeptSilencedOrErrors) {
  const std::string warns = "kernel void k(global int *p) {\n  *p;\n}";
  const Program program = from_source(warns);
  const auto log_with = [&](const char* options, cl_int wanted) {
    EXPECT_EQ(wanted, clBuildProgram(program, 0, nullptr, options, nullptr, nullptr)) << options;
    return log_of(program);
  };
  EXPECT_NE(std::string::npos, log_with("", CL_SUCCESS).find(":2:3: warning: "));
  EXPECT_EQ("", log_with("-w", CL_SUCCESS));
  EXPECT_NE(std::string::npos, log_with("-Werror", CL_BUILD_PROGRAM_FAILURE).find(":2:3: error: "));
  EXPECT_EQ("", log_with("-w -Werror", CL_SUCCESS));
}

TEST_F(Clause_5_8_Options, WarningsOfClangCanBeAskedForByName) {
  const Program program =
      from_source("kernel void k(global int *p) {\n  int unused = 3;\n  *p = 1;\n}");
  const auto log_with = [&](const char* options, cl_int wanted) {
    EXPECT_EQ(wanted, clBuildProgram(program, 0, nullptr, options, nullptr, nullptr)) << options;
    return log_of(program);
  };
  const auto has = [](const std::string& log, const char* text) {
    return log.find(text) != std::string::npos;
  };
  EXPECT_EQ("", log_with("", CL_SUCCESS));
  EXPECT_TRUE(has(log_with("-Wall", CL_SUCCESS), ":2:7: warning: unused variable 'unused'"));
  EXPECT_EQ("", log_with("-Wall -Wno-unused", CL_SUCCESS));
  EXPECT_EQ("", log_with("-Wall -w", CL_SUCCESS));
  EXPECT_TRUE(has(log_with("-Wall -Werror", CL_BUILD_PROGRAM_FAILURE), ":2:7: error: "));
  EXPECT_TRUE(has(log_with("-Werror=unused", CL_BUILD_PROGRAM_FAILURE), ":2:7: error: "));
  EXPECT_TRUE(has(log_with("-Wall -Werror -Wno-error=unused-variable", CL_SUCCESS), "warning: "));
  // A name that clang does not know is told, and never an error.
  for (const char* options : {"-Wof-another-compiler", "-Werror -Wof-another-compiler"}) {
    EXPECT_TRUE(has(log_with(options, CL_SUCCESS), "'-Wof-another-compiler'")) << options;
  }
}

TEST_F(Clause_5_8_Options, TheLanguageIsTheOneThatIsNamed) {
  EXPECT_EQ(120, value("__OPENCL_C_VERSION__", ""));
  EXPECT_EQ(110, value("__OPENCL_C_VERSION__", "-cl-std=CL1.1"));
  EXPECT_EQ(120, value("__OPENCL_C_VERSION__", "-cl-std=CL1.2"));
  EXPECT_EQ(200, value("__OPENCL_C_VERSION__", "-cl-std=CL2.0"));
  EXPECT_EQ(300, value("__OPENCL_C_VERSION__", "-cl-std=CL3.0"));
  EXPECT_EQ(300, value("__OPENCL_C_VERSION__", "-cl-std=CL1.2 -cl-std=CL3.0"));
  const std::string later = "kernel void k(global int *p) { global int *q = p; int *r = p; }";
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, code_of(later, "-cl-std=CL1.2"));
  EXPECT_EQ(CL_SUCCESS, code_of(later, "-cl-std=CL2.0"));
}

TEST_F(Clause_5_8_Options, ArgumentInformationIsKeptOnRequest) {
  for (const char* options : {"-cl-kernel-arg-info", "-g -cl-kernel-arg-info"}) {
    const Program program = build("kernel void k(global const int *numbers) {}", options);
    const Kernel kernel(clCreateKernel(program, "k", nullptr));
    EXPECT_EQ("numbers", text_of([&](size_t size, void* value, size_t* returned) {
                return clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, size, value, returned);
              }));
  }
}

constexpr const char* calls_is_nan =
    "int is_nan(float x);\n"
    "kernel void k(global float *in, global int *out) { *out = is_nan(in[0]); }";
constexpr const char* defines_is_nan = "int is_nan(float x) { return x != x; }";

// 5.8.7: the options change objects, and libraries only where these allow it.
TEST_F(Clause_5_8_Options, LinkOptionsLeaveLibrariesAloneThatDoNotAllowThem) {
  const Program caller = object(calls_is_nan);
  const Program part = object(defines_is_nan);
  const Program closed = link({part}, "-create-library");
  const Program open = link({part}, "-create-library -enable-link-options");
  const std::vector<float> nan = {std::nanf("")};
  for (const char* options : {"-cl-finite-math-only", "-cl-fast-relaxed-math"}) {
    EXPECT_EQ(1, run(link({caller, closed}, options), nan).at(0)) << options;
    EXPECT_EQ(0, run(link({caller, open}, options), nan).at(0)) << options;
    EXPECT_EQ(0, run(link({caller, part}, options), nan).at(0)) << options;
  }
  EXPECT_EQ(1, run(link({caller, open}, ""), nan).at(0));
}

// A third of 5, 7 or 10 by multiplication is not the correctly rounded quotient by three.
TEST_F(Clause_5_8_Options, LinksLeaveQuotientsCorrectlyRoundedThatAreSoOnRequest) {
  const char* divides =
      "kernel void k(global float *in, global int *out) {\n"
      "  for (int i = 0; i < 8; ++i) out[i] = as_int(in[i] / 3.0f);\n"
      "}";
  std::vector<float> numbers;
  std::vector<cl_int> quotients;
  for (int i = 0; i < 8; ++i) {
    numbers.push_back(static_cast<float>(5 + i));
    quotients.push_back(std::bit_cast<cl_int>(numbers.back() / 3));
  }
  const Program rounded = object(divides, "-cl-fp32-correctly-rounded-divide-sqrt");
  const Program library = link({rounded}, "-create-library -enable-link-options");
  const Program open_to_options = object(divides);
  for (const char* options : {"-cl-unsafe-math-optimizations", "-cl-fast-relaxed-math"}) {
    EXPECT_EQ(quotients, run(link({rounded}, options), numbers)) << options;
    EXPECT_EQ(quotients, run(link({library}, options), numbers)) << options;
    EXPECT_NE(quotients, run(link({open_to_options}, options), numbers)) << options;
  }
}

TEST_F(Clause_5_8_Options, EveryLinkOptionIsTakenForExecutablesAndNoneOfThemForLibraries) {
  const Program caller = object(calls_is_nan);
  const Program part = object(defines_is_nan);
  const cl_program input = part;
  for (const std::string option :
       {"-cl-denorms-are-zero", "-cl-no-signed-zeroes", "-cl-unsafe-math-optimizations",
        "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp"}) {
    EXPECT_EQ(0, run(link({caller, part}, option.c_str()), {1}).at(0)) << option;
    const std::string of_library = "-create-library " + option;
    EXPECT_EQ(CL_INVALID_LINKER_OPTIONS, error_of([&](cl_int* error) {
                return clLinkProgram(context_, 0, nullptr, of_library.c_str(), 1, &input, nullptr,
                                     nullptr, error);
              }))
        << option;
  }
}

TEST_F(Clause_5_8_Options, LinksTakeThoseOfOtherDriversThatChangeNothing) {
  const Program caller = object(calls_is_nan);
  const Program part = object(defines_is_nan);
  const cl_program input = part;
  for (const std::string option : ignored_options) {
    EXPECT_EQ(0, run(link({caller, part}, option.c_str()), {1}).at(0)) << option;
    EXPECT_NE(nullptr, cl_program(link({part}, ("-create-library " + option).c_str()))) << option;
  }
  for (const char* bad : {"-O0", "-Wall", "-g", "-s file.cl", "-x clc", "-D X", "-cl-nv-arch"}) {
    EXPECT_EQ(CL_INVALID_LINKER_OPTIONS, error_of([&](cl_int* error) {
                return clLinkProgram(context_, 0, nullptr, bad, 1, &input, nullptr, nullptr, error);
              }))
        << bad;
  }
}

}  // namespace
}  // namespace cleave::test

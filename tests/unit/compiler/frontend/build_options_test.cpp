// The options of clBuildProgram (5.8.6).
#include "compiler/interface/build_options.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "build_support.h"

namespace cleave::compiler {
namespace {

// A program that builds only where the preprocessor's condition holds.
interface::BuildResult build_if(const std::string& condition, const std::string& options) {
  return build("#if !(" + condition + ")\n#error condition\n#endif\nkernel void k() {}", options);
}

TEST(BuildOptions, EveryOptionOfTheSpecificationIsAccepted) {
  for (const char* option : {"-cl-single-precision-constant",
                             "-cl-denorms-are-zero",
                             "-cl-fp32-correctly-rounded-divide-sqrt",
                             "-cl-opt-disable",
                             "-cl-strict-aliasing",
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
                             "-DX",
                             "-D X",
                             "-I/",
                             "-I /",
                             ""}) {
    const interface::BuildResult result =
        build("kernel void k(global float* p) { *p = 1.0f; }", option);
    EXPECT_EQ(result.status, CL_SUCCESS) << option << '\n' << result.log;
    EXPECT_EQ(result.log, "") << option;
  }
}

TEST(BuildOptions, UnknownOptionsAreNamed) {
  for (const char* option :
       {"-cl-nonsense", "-O9", "word", "-wall", "-cl-std", "-gg", "-cl-std=CL4.0", "-Wl,-z",
        "-ffast-math", "-xspir", "-sfile", "-cl-nv-maxrregcount=few", "-cl-intel-unknown"}) {
    const interface::BuildResult result = build("kernel void k() {}", std::string("-DX ") + option);
    EXPECT_EQ(result.status, CL_INVALID_BUILD_OPTIONS) << option;
    const std::map<std::string, std::string> of_arguments = {{"-cl-std=CL4.0", "'CL4.0'"},
                                                             {"-Wl,-z", "'l,-z'"},
                                                             {"-xspir", "'spir'"},
                                                             {"-cl-nv-maxrregcount=few", "'few'"}};
    const auto argument = of_arguments.find(option);
    const std::string named = argument == of_arguments.end() ? option : argument->second;
    EXPECT_NE(result.log.find(named), std::string::npos) << result.log;
    EXPECT_TRUE(result.canonical.empty());
  }
}

TEST(BuildOptions, MalformedArgumentsAreRefused) {
  for (const char* option :
       {"-D", "-I", "-D 1X", "-D =3", "-D \"X", "-cl-std=", "-s", "-x", "-x spir", "-x clc++",
        "-cl-nv-maxrregcount", "-cl-nv-arch=", "-fno-bin-", "-save-temps=", "-W,"}) {
    EXPECT_EQ(build("kernel void k() {}", option).status, CL_INVALID_BUILD_OPTIONS) << option;
  }
}

TEST(BuildOptions, MacrosAreDefinedInEveryForm) {
  EXPECT_EQ(build_if("X == 1", "-DX").status, CL_SUCCESS);
  EXPECT_EQ(build_if("X == 1", " -D  X ").status, CL_SUCCESS);
  EXPECT_EQ(build_if("X == 7", "-DX=7").status, CL_SUCCESS);
  EXPECT_EQ(build_if("X == 7", "-D X=7").status, CL_SUCCESS);
  EXPECT_EQ(build_if("X == 7", "-D X=\"3 + 4\"").status, CL_SUCCESS);
  EXPECT_EQ(build_if("X == 7", "\"-DX=3 + 4\"").status, CL_SUCCESS);
  EXPECT_EQ(build_if("X(3) == 7", "-DX(a)=(a+4)").status, CL_SUCCESS);
  EXPECT_EQ(build_if("sizeof_x", "-Dsizeof_x=1 -DTEXT=\\\"a\\\"").status, CL_SUCCESS);
}

// Clang would refuse to begin over one that it does not take in this place.
TEST(BuildOptions, WarningsOfEveryFormAreTaken) {
  for (const char* option : {"-W",
                             "-Wall",
                             "-Wextra",
                             "-Weverything",
                             "-Wpedantic",
                             "-Wno-everything",
                             "-Wno-unused",
                             "-Wno-error",
                             "-Werror=unused",
                             "-Wno-error=unused",
                             "-Wformat=2",
                             "-Wshadow",
                             "-Wframe-larger-than=100",
                             "-Wlarge-by-value-copy=8",
                             "-Wundef-prefix=CLEAVE",
                             "-Wundef",
                             "-Wsystem-headers",
                             "-Wdeprecated",
                             "-Wno-deprecated",
                             "-Wc++-compat",
                             "-Wwrite-strings",
                             "-Wno-write-strings",
                             "-Weverything -Werror"}) {
    const interface::BuildResult result =
        build("kernel void k(global float* p) { *p = 1.0f; }\n", option);
    EXPECT_EQ(result.status, CL_SUCCESS) << option << '\n' << result.log;
    EXPECT_EQ(result.log, "") << option;
  }
}

TEST(BuildOptions, UnoptimisedCodeIsAskedForByTheLastLevel) {
  EXPECT_TRUE(interface::parse_build_options("").optimise);
  EXPECT_FALSE(interface::parse_build_options("-O0").optimise);
  EXPECT_FALSE(interface::parse_build_options("-O2 -O0").optimise);
  EXPECT_TRUE(interface::parse_build_options("-O0 -O3").optimise);
  EXPECT_FALSE(interface::parse_build_options("-cl-opt-disable -O3").optimise);
}

TEST(BuildOptions, NameKernelsAsOftenAsTheyLike) {
  EXPECT_TRUE(interface::parse_build_options("-g").kernels.empty());
  const std::vector<std::string> wanted = {"a", "_ZTS3Add"};
  EXPECT_EQ(wanted,
            interface::parse_build_options("-cleave-kernel=a -g -cleave-kernel=_ZTS3Add").kernels);
  EXPECT_NE("", interface::parse_build_options("-cleave-kernel=").error);
}

TEST(BuildOptions, TheSourceFileIsTheNextWord) {
  EXPECT_EQ(interface::parse_build_options("-s a.cl -g").source_file, "a.cl");
  EXPECT_EQ(interface::parse_build_options("-g -s \"/a b/c \\\"d\\\".cl\" -w").source_file,
            "/a b/c \"d\".cl");
  EXPECT_EQ(interface::parse_build_options("-s -g").source_file, "-g");
}

TEST(BuildOptions, TheDefaultLanguageIsTheHighest1x) {
  EXPECT_EQ(build_if("__OPENCL_C_VERSION__ == 120", "").status, CL_SUCCESS);
  EXPECT_EQ(build_if("__OPENCL_C_VERSION__ == 110", "-cl-std=CL1.1").status, CL_SUCCESS);
  EXPECT_EQ(build_if("__OPENCL_C_VERSION__ == 300", "-cl-std=CL3.0").status, CL_SUCCESS);
}

TEST(BuildOptions, OtherFrontEndsAreToldWhatArithmeticMayDo) {
  const interface::BuildOptions strict = interface::parse_build_options("-cl-std=CL3.0");
  EXPECT_FALSE(strict.relaxed.unsafe_math || strict.relaxed.finite_math_only ||
               strict.relaxed.no_signed_zeros || strict.relaxed.fast_relaxed_math ||
               strict.relaxed.mad_enable);
  EXPECT_TRUE(interface::parse_build_options("-cl-mad-enable").relaxed.mad_enable);
  EXPECT_TRUE(interface::parse_build_options("-cl-no-signed-zeros").relaxed.no_signed_zeros);
  EXPECT_TRUE(interface::parse_build_options("-cl-finite-math-only").relaxed.finite_math_only);
  EXPECT_TRUE(interface::parse_build_options("-cl-unsafe-math-optimizations").relaxed.unsafe_math);
  EXPECT_TRUE(interface::parse_build_options("-cl-fast-relaxed-math").relaxed.fast_relaxed_math);
}

TEST(BuildOptions, UniformGroupsAreAskedForByTheirOptionAlone) {
  EXPECT_FALSE(interface::parse_build_options("-cl-std=CL1.2").asks_uniform_groups);
  EXPECT_TRUE(interface::parse_build_options("-cl-std=CL1.2").requires_uniform_groups);
  EXPECT_TRUE(interface::parse_build_options("-cl-uniform-work-group-size").asks_uniform_groups);
}

TEST(BuildOptions, MacrosOfTheDevice) {
  EXPECT_EQ(build_if("__OPENCL_VERSION__ == 300 && __ENDIAN_LITTLE__ == 1", "").status, CL_SUCCESS);
  EXPECT_EQ(build_if("!defined(__IMAGE_SUPPORT__) && !defined(cl_khr_fp16)", "").status,
            CL_SUCCESS);
  EXPECT_EQ(build_if("defined(cl_khr_fp64) && defined(cl_khr_icd)", "").status, CL_SUCCESS);
  EXPECT_EQ(
      build_if("defined(__opencl_c_fp64) && !defined(__opencl_c_images)", "-cl-std=CL3.0").status,
      CL_SUCCESS);
  EXPECT_EQ(build_if("!defined(cl_khr_depth_images)", "-cl-std=CL2.0").status, CL_SUCCESS);
  EXPECT_EQ(build_if("defined(__FAST_RELAXED_MATH__)", "-cl-fast-relaxed-math").status, CL_SUCCESS);
  EXPECT_EQ(build_if("!defined(__FAST_RELAXED_MATH__)", "").status, CL_SUCCESS);
}

TEST(BuildOptions, IncludedFilesAreFoundInTheNamedFolder) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("cleave include " + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "value.h") << "#define VALUE 5\n";
  const std::string source = "#include \"value.h\"\nkernel void k(global int* p) { *p = VALUE; }";
  EXPECT_EQ(build(source, "-I \"" + folder.string() + "\"").status, CL_SUCCESS);
  EXPECT_EQ(build(source, "-I\"" + folder.string() + "\"").status, CL_SUCCESS);
  EXPECT_EQ(build(source).status, CL_BUILD_PROGRAM_FAILURE);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace cleave::compiler

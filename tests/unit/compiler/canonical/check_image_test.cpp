// The module of a program binary is compared with what the binary states: one that lies is refused,
// and none that LLVM can diagnose ends the process.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "build_support.h"
#include "compiler/interface/program_image.h"
#include "tests/support/process.h"

namespace cleave::compiler {
namespace {

constexpr const char* source = R"(
typedef struct { char a; long b; int3 c; } Pair;
global int counter = 7;
global int* global place = &counter;
constant float table[4] = {1, 2, 3, 4};
float twice(float x) { return x + x; }
__attribute__((work_group_size_hint(8, 2, 1), vec_type_hint(float4)))
kernel void first(global float* restrict out, const global float* in, Pair pair, local int* scratch,
                  uchar3 small, constant float* fixed) {
  private float kept[16];
  local float shared_values[32];
  const size_t i = get_local_id(0);
  shared_values[i % 32] = in[i];
  kept[i % 16] = twice(table[i % 4]);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared_values[(i + 1) % 32] + kept[pair.a % 16] + scratch[0] + small.x + fixed[0];
  printf("%f\n", out[i]);
  atomic_inc(place);
}
__attribute__((reqd_work_group_size(4, 2, 1), intel_reqd_sub_group_size(8)))
kernel void second(global double* d) { d[get_global_id(0)] *= 2; }
kernel void waits(global volatile int* flag) {
  while (*flag == 0) { }
  *flag = 2;
}
kernel void nothing() {}
)";

interface::ProgramImage image_of(const std::string& text,
                                 const std::string& options = "-cl-std=CL3.0") {
  interface::LanguageTarget target = plain_target();
  target.features.emplace_back("__opencl_c_program_scope_global_variables");
  target.extensions.emplace_back("cl_intel_required_subgroup_size");
  target.fits_sub_groups_to_types = true;
  interface::BuildResult built =
      interface::cleave_compiler_open(interface::compiler_interface_version)
          ->build({interface::OpenClSource{text}, interface::parse_build_options(options), target,
                   interface::BuildKind::executable});
  EXPECT_EQ(built.status, CL_SUCCESS) << built.log;
  interface::ProgramImage image;
  image.type = built.type;
  image.options = options;
  image.target = std::move(target);
  image.requires_uniform_groups = built.requires_uniform_groups;
  image.canonical = std::move(built.canonical);
  image.kernels = std::move(built.kernels);
  image.program_scope = std::move(built.program_scope);
  return image;
}

interface::CheckResult check(const interface::ProgramImage& image) {
  return interface::cleave_compiler_open(interface::compiler_interface_version)->check(image);
}

TEST(CheckImage, WhatABuildGaveIsRight) {
  for (const char* options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -g", "-cl-std=CL3.0 -cl-opt-disable",
                              "-cl-std=CL3.0 -cl-no-subgroup-ifp",
                              "-cl-std=CL3.0 -cl-kernel-arg-info -cl-uniform-work-group-size"}) {
    const interface::CheckResult result = check(image_of(source, options));
    EXPECT_EQ(result.status, CL_SUCCESS) << options << ": " << result.log;
  }
}

using Change = void (*)(interface::ProgramImage&);
struct Lie {
  const char* name;
  Change tell;
};
void PrintTo(const Lie& lie, std::ostream* stream) {
  *stream << lie.name;
}

class CheckImageLies : public testing::TestWithParam<Lie> {};

TEST_P(CheckImageLies, IsRefusedWithAReason) {
  interface::ProgramImage image = image_of(source);
  GetParam().tell(image);
  const interface::CheckResult result = check(image);
  EXPECT_EQ(result.status, CL_INVALID_BINARY);
  EXPECT_NE(result.log.find("contradicts its module"), std::string::npos) << result.log;
}

interface::KernelFacts& first(interface::ProgramImage& image) {
  return image.kernels[0];
}

INSTANTIATE_TEST_SUITE_P(
    Lies, CheckImageLies,
    testing::Values(
        Lie{"KernelName", [](interface::ProgramImage& image) { first(image).name = "other"; }},
        Lie{"KernelLeftOut", [](interface::ProgramImage& image) { image.kernels.pop_back(); }},
        Lie{"KernelTwice",
            [](interface::ProgramImage& image) { image.kernels[3] = image.kernels[0]; }},
        Lie{"KernelAdded",
            [](interface::ProgramImage& image) {
              image.kernels.push_back(image.kernels[3]);
              image.kernels.back().name = "twice";
            }},
        Lie{"Attributes", [](interface::ProgramImage& image) { first(image).attributes += "x"; }},
        Lie{"ArgumentLeftOut",
            [](interface::ProgramImage& image) { first(image).arguments.pop_back(); }},
        Lie{"ArgumentKind",
            [](interface::ProgramImage& image) {
              first(image).arguments[0].kind = interface::ArgumentKind::value;
            }},
        Lie{"LocalPointerIsAValue",
            [](interface::ProgramImage& image) {
              first(image).arguments[3].kind = interface::ArgumentKind::value;
            }},
        Lie{"ArgumentSmaller",
            [](interface::ProgramImage& image) { first(image).arguments[2].size -= 8; }},
        Lie{"ArgumentMoved",
            [](interface::ProgramImage& image) { first(image).arguments[1].offset = 0; }},
        Lie{"ArgumentAlignment",
            [](interface::ProgramImage& image) { first(image).arguments[0].alignment *= 2; }},
        Lie{"ArgumentReadOnly",
            [](interface::ProgramImage& image) { first(image).arguments[0].read_only = true; }},
        Lie{"ArgumentBlock",
            [](interface::ProgramImage& image) { first(image).argument_block_size += 64; }},
        Lie{"RequiredSize",
            [](interface::ProgramImage& image) { image.kernels[1].required_work_group_size = {}; }},
        Lie{"SizeHint",
            [](interface::ProgramImage& image) { first(image).work_group_size_hint[0] = 4; }},
        Lie{"SubGroupSize",
            [](interface::ProgramImage& image) { first(image).sub_group_size = 64; }},
        Lie{"LanesOfTheTarget",
            [](interface::ProgramImage& image) { image.target.default_sub_group_size = 64; }},
        Lie{"LocalMemory",
            [](interface::ProgramImage& image) { first(image).local_memory_size = 0; }},
        Lie{"PrivateMemory",
            [](interface::ProgramImage& image) { first(image).private_memory_size = 0; }},
        Lie{"LargestGroup",
            [](interface::ProgramImage& image) { first(image).maximum_work_group_size = 1 << 20; }},
        Lie{"Prints", [](interface::ProgramImage& image) { first(image).prints = false; }},
        Lie{"Waits", [](interface::ProgramImage& image) { image.kernels[2].may_wait = false; }},
        Lie{"WaitsNot", [](interface::ProgramImage& image) { image.kernels[3].may_wait = true; }},
        Lie{"FollowsPointers",
            [](interface::ProgramImage& image) {
              first(image).follows_pointers = !first(image).follows_pointers;
            }},
        Lie{"GainsByDistinctObjects",
            [](interface::ProgramImage& image) {
              first(image).gains_by_distinct_objects = !first(image).gains_by_distinct_objects;
            }},
        Lie{"Tiers",
            [](interface::ProgramImage& image) {
              interface::X86Facts own = *interface::unpack(first(image).of_target);
              own.has_one_tier = !own.has_one_tier;
              first(image).of_target = interface::pack(own);
            }},
        Lie{"ConstructsObjects",
            [](interface::ProgramImage& image) {
              first(image).role = interface::KernelRole::constructs;
            }},
        Lie{"MergedGroups",
            [](interface::ProgramImage& image) {
              interface::X86Facts own = *interface::unpack(first(image).of_target);
              own.group_merging = own.group_merging == interface::GroupMerging::all
                                      ? interface::GroupMerging::none
                                      : interface::GroupMerging::all;
              first(image).of_target = interface::pack(own);
            }},
        Lie{"FactsOfAnotherTarget",
            [](interface::ProgramImage& image) {
              first(image).of_target = {.target = interface::CodeTarget::nvptx};
            }},
        Lie{"NoFactsOfTheTarget",
            [](interface::ProgramImage& image) { first(image).of_target = {}; }},
        Lie{"VariablesSmaller",
            [](interface::ProgramImage& image) {
              image.program_scope.size -= 8;
              image.program_scope.pointers.clear();
            }},
        Lie{"VariablesLarger",
            [](interface::ProgramImage& image) { image.program_scope.size *= 2; }},
        Lie{"VariableContents",
            [](interface::ProgramImage& image) { image.program_scope.initial[0] ^= std::byte{1}; }},
        Lie{"VariablePointer",
            [](interface::ProgramImage& image) { image.program_scope.pointers[0].target += 4; }},
        Lie{"VariableAlignment",
            [](interface::ProgramImage& image) { image.program_scope.alignment *= 2; }},
        Lie{"UniformGroups",
            [](interface::ProgramImage& image) {
              image.requires_uniform_groups = !image.requires_uniform_groups;
            }}),
    [](const testing::TestParamInfo<Lie>& lie) { return lie.param.name; });

// Two programs with the same kernels whose variables lie elsewhere: the module says so as well.
TEST(CheckImage, ThePlacesOfVariablesAreThoseOfTheModule) {
  const std::string use = "kernel void f(global int* out) { *out = a + b[0]; }";
  interface::ProgramImage small = image_of("global int b[2] = {1, 1}; global int a = 1;" + use);
  const interface::ProgramImage large = image_of("global int b[64]; global int a = 1;" + use);
  small.canonical = large.canonical;
  EXPECT_EQ(check(small).status, CL_INVALID_BINARY);
  EXPECT_EQ(check(large).status, CL_SUCCESS);
}

TEST(CheckImage, GarbageIsRefusedWithAReason) {
  interface::ProgramImage image = image_of("kernel void f() {}");
  for (const size_t bytes : {0, 3, 4, 100, 4096}) {
    image.canonical.assign(bytes, std::byte{7});
    const interface::CheckResult result = check(image);
    EXPECT_EQ(result.status, CL_INVALID_BINARY);
    EXPECT_NE(result.log, "");
  }
}

// Debug information whose records were changed: LLVM's reader gives up, and ends the process, on
// modules that it finds broken only after it has read them. (Where it reads wrong memory instead,
// or asks for all there is, as on a few of these, only a process of its own helps.)
TEST(CheckImage, NothingThatTheReaderFindsBrokenEndsTheProcess) {
  const interface::ProgramImage good = image_of(source, "-cl-std=CL3.0 -g");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> said(std::tmpfile(), std::fclose);
  ASSERT_NE(said, nullptr);
  constexpr int refused_code = 3;
  unsigned refused = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    const int code = cleave::test::exit_code_of_child([&] {
      dup2(fileno(said.get()), STDERR_FILENO);
      std::mt19937 random(seed);
      interface::ProgramImage image = good;
      const size_t at = random() % image.canonical.size();
      image.canonical[at] ^= std::byte{static_cast<unsigned char>(1U << (random() % 8))};
      return check(image).status == CL_SUCCESS ? 0 : refused_code;
    });
    if (code == refused_code) ++refused;
  }
  EXPECT_GT(refused, 100u);
  std::rewind(said.get());
  std::string text(size_t{1} << 20, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), said.get()));
  EXPECT_EQ(text.find("Broken module"), std::string::npos) << text;
}

}  // namespace
}  // namespace cleave::compiler

// A second target behind the compiler's interface: kernels become PTX, by the same builds, compiler
// processes and cache as code of this processor. What the text says is looked at; nothing runs.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "build_support.h"
#include "compiler/interface/compiler.h"

namespace cleave::compiler {
namespace {

interface::Compiler& compiler() {
  std::string error;
  interface::Compiler* const loaded = interface::load_compiler(error);
  if (loaded == nullptr) std::abort();
  return *loaded;
}

interface::BuildResult build_for(interface::CodeTarget code, const std::string& source) {
  interface::LanguageTarget target = plain_target();
  target.extensions.insert(target.extensions.end(),
                           {"cl_khr_subgroups", "cl_khr_local_int32_base_atomics"});
  target.code = code;
  interface::BuildResult built = compiler().build({interface::OpenClSource{source},
                                                   interface::parse_build_options("-cl-std=CL1.2"),
                                                   target, interface::BuildKind::executable});
  EXPECT_EQ(built.status, CL_SUCCESS) << built.log;
  return built;
}

/// Asks for the code of the kernel of that number.
std::optional<interface::ObjectCode> object_of(const interface::BuildResult& built, size_t index,
                                               interface::CodeTarget target, std::string& error) {
  const interface::KernelFacts& facts = built.kernels.at(index);
  return compiler().object(
      {built.kernel_modules.of(index, built.canonical),
       facts,
       {.kernel = facts.name, .sub_group_size = facts.sub_group_size, .target = target}},
      error);
}

std::string text_of(const interface::ObjectCode& code) {
  return {reinterpret_cast<const char*>(code.object.data()), code.object.size()};
}

struct PtxCase {
  const char* kernel;
  std::vector<const char*> has;  // in this order
};

constexpr const char* source = R"(
kernel void add(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}
kernel void contracted(global float *y, global const float *x, float a) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
kernel void rounded_apart(global float *y, global const float *x, float a) {
#pragma OPENCL FP_CONTRACT OFF
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
kernel void reversed(global float *x, local float *tile) {
  size_t l = get_local_id(0), n = get_local_size(0);
  tile[l] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = tile[n - 1 - l];
}
kernel void tree_sum(global const float *x, global float *sums) {
  local float part[256];
  size_t l = get_local_id(0);
  part[l] = x[get_global_id(0)];
  for (size_t step = 128; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) part[l] += part[l + step];
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}
kernel void histogram(global const uchar *x, global int *bins) {
  atomic_inc(&bins[x[get_global_id(0)]]);
}
kernel void roots(global float *x) { x[get_global_id(0)] = sqrt(x[get_global_id(0)]); }
kernel void exponentials(global float *x) { x[get_global_id(0)] = exp(x[get_global_id(0)]); }
kernel void doubles(global double *x, double a) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  x[i] = a * x[i] + 1.0;
}
kernel void vectors(global float4 *x, global const float4 *y) {
  x[get_global_id(0)] *= y[get_global_id(0)];
}
kernel void remainders(global int *x, int n) { x[get_global_id(0)] %= n; }
)";

const std::vector<PtxCase>& cases() {
  static const std::vector<PtxCase> all = {
      {"add", {"%ctaid.x", "ld.global.b32", "ld.global.b32", "add.rn.f32", "st.global.b32", "ret"}},
      {"contracted", {"fma.rn.f32"}},
      {"rounded_apart", {"mul.rn.f32", "add.rn.f32"}},
      {"reversed", {"st.shared.b32", "bar.sync", "ld.shared.b32"}},
      {"tree_sum", {".shared .align", ".b8", "[1024]", "bar.sync", "st.global.b32"}},
      {"histogram", {"ld.global.b8", "atom", "add"}},
      {"roots", {"sqrt.rn.f32"}},
      {"exponentials", {"fma.rn.f32", "st.global.b32"}},
      {"doubles", {"%nctaid.x", "fma.rn.f64"}},
      {"vectors", {"ld.global.v4.b32", "st.global.v4.b32"}},
      {"remainders", {"rem.s32"}},
  };
  return all;
}

TEST(NvptxCode, KernelsBecomePtx) {
  const interface::BuildResult built = build_for(interface::CodeTarget::nvptx, source);
  ASSERT_EQ(built.kernels.size(), cases().size());
  for (size_t i = 0; i < cases().size(); ++i) {
    const auto& [kernel, has] = cases()[i];
    ASSERT_EQ(built.kernels[i].name, kernel);
    EXPECT_EQ(built.kernels[i].sub_group_size, 32u);
    std::string error;
    const auto code = object_of(built, i, interface::CodeTarget::nvptx, error);
    ASSERT_TRUE(code) << kernel << ": " << error;
    const std::string text = text_of(*code);
    EXPECT_NE(text.find(".target sm_90"), std::string::npos) << text;
    size_t at = text.find(std::string(".visible .entry ") + kernel + '(');
    EXPECT_NE(at, std::string::npos) << text;
    if (std::string_view(kernel) == "tree_sum") at = 0;  // its variable stands before it
    for (const char* part : has) {
      at = text.find(part, at);
      EXPECT_NE(at, std::string::npos) << part << " in\n" << text;
      if (at == std::string::npos) break;
    }
    EXPECT_EQ(text.find("call"), std::string::npos) << text;
    EXPECT_EQ(text.find(".extern"), std::string::npos) << text;
  }
}

TEST(NvptxCode, TheSameModuleMakesCodeOfThisProcessor) {
  const interface::BuildResult built = build_for(interface::CodeTarget::x86, source);
  std::string error;
  const auto object = object_of(built, 0, interface::CodeTarget::x86, error);
  ASSERT_TRUE(object) << error;
  EXPECT_EQ(text_of(*object).substr(0, 4), "\177ELF");
  const auto code =
      compiler().load({built.canonical, built.kernels, {}, built.kernel_modules}, error);
  ASSERT_NE(code, nullptr) << error;
  EXPECT_NE(code->kernel("add", {}, interface::Tier::main, error).entry, nullptr) << error;
}

// Canonical IR is for all targets, so a kernel's module and facts may be the same: the target alone
// tells the keys of their code apart.
TEST(NvptxCode, CodeIsKeptForItsTarget) {
  const interface::BuildResult built = build_for(
      interface::CodeTarget::nvptx, "kernel void kept(global int *a) { a[get_global_id(0)] = 1; }");
  std::string error;
  const auto first = object_of(built, 0, interface::CodeTarget::nvptx, error);
  ASSERT_TRUE(first) << error;
  const auto of_cpu = object_of(built, 0, interface::CodeTarget::x86, error);
  ASSERT_TRUE(of_cpu) << error;
  EXPECT_NE(of_cpu->object, first->object);
  const auto again = object_of(built, 0, interface::CodeTarget::nvptx, error);
  ASSERT_TRUE(again) << error;
  EXPECT_EQ(again->object, first->object);
  size_t entries = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::getenv("CLEAVE_CACHE_DIRECTORY"))) {
    const std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    if (bytes.str().find(".entry kept(") != std::string::npos) ++entries;
  }
  EXPECT_EQ(entries, 1u);
}

TEST(NvptxCode, WhatTheTargetLacksIsSaidInWords) {
  const interface::BuildResult built =
      build_for(interface::CodeTarget::nvptx,
                "kernel void sums(global int *a) { *a = sub_group_reduce_add(a[1]); }\n"
                "constant int table[] = {3, 1, 4};\n"
                "kernel void looks_up(global int *a) { *a = table[*a & 1]; }");
  std::string error;
  EXPECT_FALSE(object_of(built, 0, interface::CodeTarget::nvptx, error));
  EXPECT_NE(error.find("kernel 'sums' uses what code for nvptx does not have here: __cleave_"),
            std::string::npos)
      << error;
  EXPECT_FALSE(object_of(built, 1, interface::CodeTarget::nvptx, error));
  EXPECT_EQ(error,
            "kernel 'looks_up' uses what code for nvptx does not have here: constant memory");
}

}  // namespace
}  // namespace cleave::compiler

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  std::string name = (std::filesystem::temp_directory_path() / "cleave-nvptx-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) return 1;
  setenv("CLEAVE_CACHE", "1", 1);
  setenv("CLEAVE_CACHE_DIRECTORY", name.c_str(), 1);
  const int failures = RUN_ALL_TESTS();
  std::filesystem::remove_all(name);
  return failures;
}

// Modules of the benchmarks' kernels.
#include "harness/modules.h"

#include <gtest/gtest.h>

#include <cstring>

#include "harness/opencl.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = "kernel void fill_0(global int *a) { a[get_global_id(0)] = 7; }";

bool contains(const Module& module, std::string_view text) {
  return memmem(module.data(), module.size(), text.data(), text.size()) != nullptr;
}

TEST(Modules, ClangMakesAModuleOfASource) {
  const Module module = module_of(source);
  ASSERT_GE(module.size(), 20u);
  uint32_t magic = 0;
  std::memcpy(&magic, module.data(), sizeof magic);
  EXPECT_EQ(magic, 0x07230203u);
}

TEST(Modules, OptionsReachClang) {
  EXPECT_NE(module_of(source), module_of(source, "-Dfill_0=fill_1"));
}

TEST(Modules, WhatClangRefusesIsNotSupportedAndSaysWhy) {
  try {
    static_cast<void>(module_of("kernel void none() { unknown(); }"));
    FAIL() << "a module of a source that calls an unknown function";
  } catch (const NotSupported& problem) {
    EXPECT_NE(std::string(problem.what()).find("error: "), std::string::npos) << problem.what();
  }
}

TEST(Modules, ANameIsReplacedWhereverItStands) {
  const Module module = module_of(source);
  ASSERT_TRUE(contains(module, "fill_0"));
  const Module other = renamed(module, "fill_0", "fill_9");
  EXPECT_TRUE(contains(other, "fill_9"));
  EXPECT_FALSE(contains(other, "fill_0"));
  EXPECT_EQ(renamed(other, "fill_9", "fill_0"), module);
}

}  // namespace
}  // namespace cleave::benchmark

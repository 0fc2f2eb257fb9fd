// Builds in one line, for tests.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "compiler/interface/compiler.h"
#include "compiler/interface/x86_facts.h"

namespace cleave::compiler {

/// Returns what a device without optional features but double precision offers.
inline interface::LanguageTarget plain_target() {
  interface::LanguageTarget target;
  target.extensions = {"cl_khr_fp64", "cl_khr_byte_addressable_store", "cl_khr_icd",
                       "cl_khr_global_int32_base_atomics"};
  target.features = {"__opencl_c_fp64", "__opencl_c_int64"};
  target.fused_multiply_add = true;
  return target;
}

/// For a device with sub-groups, too.
inline interface::BuildResult build(const std::string& source, const std::string& options = "",
                                    uint32_t sub_group_size = 16) {
  interface::LanguageTarget target = plain_target();
  target.extensions.emplace_back("cl_khr_subgroups");
  target.default_sub_group_size = sub_group_size;
  return interface::cleave_compiler_open(interface::compiler_interface_version)
      ->build({interface::OpenClSource{source}, interface::parse_build_options(options), target,
               interface::BuildKind::executable});
}

/// The facts of the first kernel of a source, which must be right.
inline interface::KernelFacts facts_of(const std::string& source, const std::string& options = "") {
  const interface::BuildResult result = build(source, options);
  EXPECT_EQ(result.status, CL_SUCCESS) << result.log;
  return result.kernels.empty() ? interface::KernelFacts() : result.kernels.front();
}

inline void expect_failure(const interface::BuildResult& result, const std::string& message) {
  EXPECT_EQ(result.status, CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(result.log.find(message), std::string::npos) << result.log;
  EXPECT_TRUE(result.canonical.empty());
  EXPECT_TRUE(result.kernels.empty());
}

}  // namespace cleave::compiler

// Builds a program of any language: options, its front end, the canonical pipeline, the rules, the
// facts.
#pragma once

#include "compiler/frontend/opencl_c/opencl_source.h"
#include "compiler/interface/compiler.h"

namespace cleave::compiler::frontend {

/// Implements Compiler::build. Thread-safe: each build has an LLVM context of its own.
[[nodiscard]] interface::BuildResult build(const interface::BuildRequest& request,
                                           opencl_c::DebugPragmas pragmas);

}  // namespace cleave::compiler::frontend

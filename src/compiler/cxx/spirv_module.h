// Writes the device code of a unit as SPIR-V, for drivers that take no device images.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace cleave::compiler::cxx {

/// Writes the kernels of a module as SPIR-V into `spirv`. Returns what is wrong in words; empty:
/// nothing. LLVM's back end ends its process where it knows no answer, so it works in a process of
/// its own; the module stays as it is.
[[nodiscard]] std::string write_spirv_module(llvm::Module& module, std::string& spirv);

}  // namespace cleave::compiler::cxx

// Declares the intrinsics of LLVM that a module imports by name.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

#include <string_view>

namespace cleave::compiler::frontend::spirv {

/// Declares the intrinsic of integers that `name` and `type` spell: "llvm.usub.sat.i32". The
/// Khronos translator imports those of the DPC++ compiler for which SPIR-V has no instruction.
/// nullptr if the name is none of these, or if its type is another.
[[nodiscard]] llvm::Function* declare_intrinsic(llvm::Module& module, std::string_view name,
                                                llvm::FunctionType& type);

}  // namespace cleave::compiler::frontend::spirv

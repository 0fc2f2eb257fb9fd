// Applies an instruction for vectors of one length to longer ones.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace cleave::compiler::pass {

/// Emits `apply` for each part of so many lanes of the vectors, which have the same type, and
/// returns the results as one vector of that type. Precondition: `lanes` divides their length.
[[nodiscard]] llvm::Value* apply_to_parts(
    llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> vectors, unsigned lanes,
    llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> apply);

}  // namespace cleave::compiler::pass

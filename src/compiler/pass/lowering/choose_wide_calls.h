// Chooses the functions of the library that a long kernel calls with vectors of all lanes
// (widen/wide_calls.h) instead of inlining them.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::pass::lowering {

/// Returns these functions; empty for kernels of usual size. Requires that the module has no
/// recursion.
[[nodiscard]] llvm::SetVector<const llvm::Function*> functions_for_wide_calls(llvm::Module& module);

}  // namespace cleave::compiler::pass::lowering

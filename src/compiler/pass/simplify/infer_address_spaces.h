// Infers the address spaces of generic pointers.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cleave::compiler::pass::simplify {

/// Gives accesses by generic pointers the address space that these were cast from, wherever all
/// ways lead from one, and answers the lane intrinsics is_local_address and is_private_address
/// there. OpenCL C with generic pointers passes each pointer to a built-in function as one.
class InferAddressSpaces : public llvm::PassInfoMixin<InferAddressSpaces> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cleave::compiler::pass::simplify

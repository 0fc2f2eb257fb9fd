// Loads under a mask that InstCombine must leave where they stand. It makes one load of
// `select(mask, load(mask), other)`, where the select stands: behind stores that the load was done
// before (LLVM 22).
#pragma once

#include <llvm/IR/PassManager.h>

namespace cleave::compiler::pass {

/// Hides such a load behind a freeze. To be run before each InstCombine over widened code.
struct HideMaskedLoads : llvm::PassInfoMixin<HideMaskedLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cleave::compiler::pass

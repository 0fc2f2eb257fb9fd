// Keeps InstCombine from moving masked loads past stores. InstCombine (LLVM 22) folds `select(mask,
// load(mask), other)` into one load at the select, which may stand behind a store that the load
// preceded.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cleave::compiler::pass::late {

/// Hides such a load behind a freeze. Requires: runs before each InstCombine over widened code.
struct HideMaskedLoads : llvm::PassInfoMixin<HideMaskedLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cleave::compiler::pass::late

// Keeps ids that a program has cut off to 32 bits.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cleave::compiler::pass::simplify {

/// Asks for the lower half of an id where a program wants no more of it:
///
///     int i = get_global_id(0); a[i + 1]      __cleave_lower_global_id(0), in place of trunc i64
///
/// InstCombine computes the sum in 64 bits otherwise, by shifts up and down, and forgets that it
/// does not overflow. Nobody could then tell that a[i + 1] are neighbours in neighbouring lanes.
class NarrowIds : public llvm::PassInfoMixin<NarrowIds> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cleave::compiler::pass::simplify

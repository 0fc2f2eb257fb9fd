// Joins versions of accesses that ask one condition. A block of a stencil asks once whether all of
// its reads are between their bounds (`widen/access/contiguity_check.h`), and branches on the
// answer for each of them: its code becomes two chains, one of vector loads alone.
#pragma once

#include <llvm/IR/PassManager.h>

namespace cleave::compiler::pass::late {

/// Runs LLVM's jump threading over functions that branch on one condition twice or more.
struct JoinVersions : llvm::PassInfoMixin<JoinVersions> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

}  // namespace cleave::compiler::pass::late

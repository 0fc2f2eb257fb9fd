// Recognises functions that are too large for parts of LLVM, which take quadratic time, so that
// callers leave these parts out. No kernel of the benchmarks comes to a third of a bound.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

#include <utility>

namespace cleave::compiler::pass::ir {

/// True beyond 100 loops. Scalar evolution looks for the trip count of each in the conditions that
/// dominate it: for the loops of 400 barriers in a row, simplification of induction variables and
/// unrolling took 30 s, strength reduction 6 s.
[[nodiscard]] bool has_many_loops(const llvm::LoopInfo& loops);
[[nodiscard]] bool has_many_loops(llvm::Function& function);

/// True beyond 10,000 instructions: at CodeGenOptLevel::Less the code of 70,000 in one block took
/// 8.7 s, of which 1.9 s to hoist machine instructions; at None 1.5 s.
[[nodiscard]] bool has_many_instructions(const llvm::Function& function);

/// True beyond 1,000 successors of one block, which block placement searches for each of their
/// edges: of a switch with 4,000 cases that took 8 s.
[[nodiscard]] bool has_many_successors(const llvm::Function& function);

/// Runs passes over functions without many loops only.
class UnlessManyLoops : public llvm::PassInfoMixin<UnlessManyLoops> {
 public:
  explicit UnlessManyLoops(llvm::FunctionPassManager passes) : passes_(std::move(passes)) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  llvm::FunctionPassManager passes_;
};

}  // namespace cleave::compiler::pass::ir

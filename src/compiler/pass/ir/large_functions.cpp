#include "compiler/pass/ir/large_functions.h"

#include <llvm/IR/Dominators.h>

namespace cleave::compiler::pass::ir {
namespace {

constexpr size_t most_loops = 100;
constexpr unsigned most_instructions_of_function = 10'000;
constexpr unsigned most_successors = 1'000;

}  // namespace

bool has_many_loops(const llvm::LoopInfo& loops) {
  return loops.getLoopsInPreorder().size() > most_loops;
}

bool has_many_loops(llvm::Function& function) {
  if (function.size() <= most_loops) return false;
  const llvm::DominatorTree dominators(function);
  return has_many_loops(llvm::LoopInfo(dominators));
}

bool has_many_instructions(const llvm::Function& function) {
  return function.getInstructionCount() > most_instructions_of_function;
}

bool has_many_successors(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) {
    return block.getTerminator()->getNumSuccessors() > most_successors;
  });
}

llvm::PreservedAnalyses UnlessManyLoops::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  if (has_many_loops(analyses.getResult<llvm::LoopAnalysis>(function))) {
    return llvm::PreservedAnalyses::all();
  }
  return passes_.run(function, analyses);
}

}  // namespace cleave::compiler::pass::ir

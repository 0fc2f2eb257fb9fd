#include "compiler/pass/ir/cycles.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Function.h>

#include <utility>

namespace cleave::compiler::pass::ir {

bool has_cycle(const llvm::Function& function) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> back_edges;
  llvm::FindFunctionBackedges(function, back_edges);
  return !back_edges.empty();
}

}  // namespace cleave::compiler::pass::ir

// Handles the parts of a lane function: masks of all parts, and parts in which no lane runs.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/pass/analysis/shapes.h"
#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen {

/// The lanes that run something, a <W x i1> for each part; empty: all lanes.
using PartMasks = llvm::SmallVector<llvm::Value*, 4>;

/// Emits an i1: whether any lane of any part runs. Requires masks that are not empty.
[[nodiscard]] llvm::Value* any_lane_of_parts(llvm::IRBuilder<>& builder, const PartMasks& masks);
/// Emits an i1: whether all lanes of all parts run. Requires masks that are not empty.
[[nodiscard]] llvm::Value* all_lanes_of_parts(llvm::IRBuilder<>& builder, const PartMasks& masks);

/// Returns true if it is enough to do the instruction once, if any lane of any part does it.
[[nodiscard]] bool is_for_all_parts(const llvm::Instruction& instruction,
                                    const analysis::ShapeAnalysis& shapes);

/// Guards code of parts in which no lane may run. A predicated block has a lane that runs if there
/// is one part; if there are several, some of them may have none. A mask is that of one part;
/// nullptr: all of its lanes run.
class EmptyParts {
 public:
  EmptyParts(llvm::IRBuilder<>& builder, WideValues& values) : builder_(builder), values_(values) {}

  [[nodiscard]] bool may_be_empty(const llvm::Value* mask) const {
    return mask != nullptr && values_.parts() > 1;
  }
  /// Returns the address, or that of the sink when no lane runs.
  [[nodiscard]] llvm::Value* safe_address(llvm::Value* address, llvm::Value* mask);
  /// Emits code that is skipped when no lane runs.
  template <class Write>
  void if_any(llvm::Value* mask, const Write& write) {
    if (!may_be_empty(mask)) return write();
    llvm::Function* function = builder_.GetInsertBlock()->getParent();
    auto* some = llvm::BasicBlock::Create(builder_.getContext(), "some.part", function);
    auto* after = llvm::BasicBlock::Create(builder_.getContext(), "part.done", function);
    builder_.CreateCondBr(ir::any_lane(builder_, mask), some, after);
    builder_.SetInsertPoint(some);
    write();
    builder_.CreateBr(after);
    builder_.SetInsertPoint(after);
  }

 private:
  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  llvm::AllocaInst* sink_ = nullptr;  // memory for accesses of parts without a running lane
};

}  // namespace cleave::compiler::pass::widen

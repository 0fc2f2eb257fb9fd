#include "compiler/pass/simplify/narrow_ids.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::simplify {
namespace {

/// Returns what asks for the lower half of an id; nullopt: the intrinsic is no id.
std::optional<ir::LaneIntrinsic> lower_half_of(const llvm::Value& id) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&id);
  if (call == nullptr) return std::nullopt;
  switch (ir::lane_intrinsic_of(*call).value_or(ir::LaneIntrinsic::context)) {
    case ir::LaneIntrinsic::local_id:
      return ir::LaneIntrinsic::lower_local_id;
    case ir::LaneIntrinsic::global_id:
      return ir::LaneIntrinsic::lower_global_id;
    default:
      return std::nullopt;
  }
}

}  // namespace

llvm::PreservedAnalyses NarrowIds::run(llvm::Function& function,
                                       llvm::FunctionAnalysisManager& /*analyses*/) {
  bool has_changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!llvm::isa<llvm::TruncInst>(instruction) || !instruction.getType()->isIntegerTy(32)) {
      continue;
    }
    const auto half = lower_half_of(*instruction.getOperand(0));
    if (!half) continue;
    auto* const id = llvm::cast<llvm::CallInst>(instruction.getOperand(0));
    llvm::IRBuilder<> builder(&instruction);
    instruction.replaceAllUsesWith(ir::create_lane_intrinsic(builder, *half, id->getArgOperand(0)));
    instruction.eraseFromParent();
    has_changed = true;
  }
  return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace cleave::compiler::pass::simplify

#include "compiler/pass/analysis/index_arithmetic.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::analysis {

bool is_arithmetic(const llvm::Instruction& instruction) {
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    return llvm::isTriviallyVectorizable(call->getIntrinsicID());
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::SelectInst, llvm::CmpInst,
                   llvm::FreezeInst>(instruction) ||
         (llvm::isa<llvm::CastInst>(instruction) &&
          !llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst, llvm::AddrSpaceCastInst>(instruction));
}

bool is_computed_from_ids(const llvm::Instruction& value,
                          llvm::function_ref<bool(const llvm::Instruction&)> is_uniform) {
  constexpr size_t most = 24;
  if (!value.getType()->isIntegerTy()) return false;
  llvm::SmallVector<const llvm::Instruction*, most> work = {&value};
  llvm::SmallPtrSet<const llvm::Instruction*, most> seen;
  bool has_id = false;
  while (!work.empty()) {
    const llvm::Instruction& one = *work.pop_back_val();
    if (!seen.insert(&one).second || is_uniform(one)) continue;
    if (const auto intrinsic = ir::lane_intrinsic_of(one)) {
      const bool is_place =
          ir::is_id(*intrinsic) || *intrinsic == ir::LaneIntrinsic::local_linear_id;
      if (!is_place) return false;
      has_id = true;
      continue;
    }
    if (!is_arithmetic(one) || seen.size() > most) return false;
    for (const llvm::Value* operand : one.operand_values()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand);
      if (instruction != nullptr) work.push_back(instruction);
    }
  }
  return has_id;
}

}  // namespace cleave::compiler::pass::analysis

#include "compiler/pass/analysis/exact_stride.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::analysis {

std::optional<ExactStep> exact_step(const llvm::Value& value, bool is_signed,
                                    const ShapeAnalysis& shapes) {
  using Kind = ExactStep::Kind;
  if (shapes.of(&value).is_same()) return ExactStep{Kind::known, is_signed};
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction == nullptr) return std::nullopt;
  if (ir::lane_intrinsic_of(*instruction) == ir::LaneIntrinsic::lane) {
    return ExactStep{Kind::known, is_signed};
  }
  if (llvm::isa<llvm::PHINode>(instruction)) {
    if (!shapes.of(instruction).is_scalar()) return std::nullopt;
    return ExactStep{Kind::loop, is_signed};
  }
  if (const auto* operation = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(instruction)) {
    const bool kept = is_signed ? operation->hasNoSignedWrap() : operation->hasNoUnsignedWrap();
    if (!kept) return std::nullopt;
    return ExactStep{Kind::arithmetic, is_signed,
                     llvm::cast<llvm::BinaryOperator>(instruction)->getOpcode()};
  }
  if (const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(instruction)) {
    if (!disjoint->isDisjoint()) return std::nullopt;
    return ExactStep{Kind::arithmetic, is_signed, llvm::Instruction::Add};
  }
  if (llvm::isa<llvm::ZExtInst>(instruction)) return ExactStep{Kind::resized, false};
  if (llvm::isa<llvm::SExtInst>(instruction) && is_signed) return ExactStep{Kind::resized, true};
  if (const auto* narrower = llvm::dyn_cast<llvm::TruncInst>(instruction)) {
    const bool kept = is_signed ? narrower->hasNoSignedWrap() : narrower->hasNoUnsignedWrap();
    if (kept) return ExactStep{Kind::resized, is_signed};
  }
  return std::nullopt;
}

bool ExactStride::holds_for(const llvm::CastInst& extension) {
  loops_.clear();
  const bool is_signed = extension.getOpcode() == llvm::Instruction::SExt;
  return holds(*extension.getOperand(0), is_signed, 0) &&
         (loops_.empty() || llvm::programUndefinedIfPoison(&extension));
}

bool ExactStride::holds(const llvm::Value& value, bool is_signed, unsigned depth) {
  constexpr unsigned most_steps = 8;  // the time to compile stays linear
  const std::optional<ExactStep> step = exact_step(value, is_signed, shapes_);
  if (!step) return false;
  if (step->kind == ExactStep::Kind::known) return true;
  if (depth > most_steps) return false;
  if (step->kind == ExactStep::Kind::loop && !loops_.insert(&value).second) return true;
  const auto& instruction = llvm::cast<llvm::Instruction>(value);
  return std::ranges::all_of(instruction.operand_values(), [&](const llvm::Value* operand) {
    return holds(*operand, step->is_signed, depth + 1);
  });
}

}  // namespace cleave::compiler::pass::analysis

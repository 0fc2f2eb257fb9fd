#include "compiler/pass/late/open_lanes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace cleave::compiler::pass::late {
namespace {

using llvm::APInt;
using llvm::Value;

/// nullptr: it is no vector of fixed length.
const llvm::FixedVectorType* vector_type_of(const Value& value) {
  return llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
}

APInt none_of(const Value& vector) {
  return {vector_type_of(vector)->getNumElements(), 0};
}

APInt poison_lanes_of(const llvm::Constant& constant) {
  APInt open = none_of(constant);
  for (unsigned lane = 0; lane < open.getBitWidth(); ++lane) {
    const llvm::Constant* element = constant.getAggregateElement(lane);
    if (element != nullptr && llvm::isa<llvm::PoisonValue>(element)) open.setBit(lane);
  }
  return open;
}

/// Returns true if poison in a lane of an operand is poison, or frozen poison, in the lane of the
/// result.
bool works_lane_by_lane(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::GetElementPtrInst,
                   llvm::FreezeInst>(instruction) ||
         (llvm::isa<llvm::CastInst>(instruction) && !llvm::isa<llvm::BitCastInst>(instruction));
}

}  // namespace

OpenLanes::OpenLanes(llvm::Function& function) {
  for (const llvm::BasicBlock* block :
       llvm::ReversePostOrderTraversal<llvm::Function*>(&function)) {
    for (const llvm::Instruction& instruction : *block) {
      if (vector_type_of(instruction) == nullptr) continue;
      APInt open = result_of(instruction);
      if (!open.isZero()) open_.try_emplace(&instruction, std::move(open));
    }
  }
}

APInt OpenLanes::of(const Value& vector) const {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(&vector)) {
    return poison_lanes_of(*constant);
  }
  const auto found = open_.find(&vector);
  return found == open_.end() ? none_of(vector) : found->second;
}

APInt OpenLanes::result_of(const llvm::Instruction& instruction) const {
  APInt open = none_of(instruction);
  if (works_lane_by_lane(instruction)) {
    for (const Value* operand : instruction.operands()) {
      if (vector_type_of(*operand) != nullptr) open |= of(*operand);
    }
  } else if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    open.setAllBits();
    for (const Value* incoming : phi->incoming_values()) open &= of(*incoming);
  } else if (const auto* choice = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    open = of(*choice->getTrueValue()) & of(*choice->getFalseValue());
  } else if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    const APInt left = of(*shuffle->getOperand(0)), right = of(*shuffle->getOperand(1));
    for (unsigned lane = 0; lane < open.getBitWidth(); ++lane) {
      const int element = shuffle->getMaskValue(lane);
      const unsigned each = left.getBitWidth();
      const bool is_open =
          element < 0 ||
          (static_cast<unsigned>(element) < each ? left[element] : right[element - each]);
      open.setBitVal(lane, is_open);
    }
  } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    const llvm::Intrinsic::ID name = call->getIntrinsicID();
    if (name == llvm::Intrinsic::masked_load || name == llvm::Intrinsic::masked_gather) {
      open =
          ~llvm::possiblyDemandedEltsInMask(call->getArgOperand(1)) & of(*call->getArgOperand(2));
    }
  }
  return open;
}

}  // namespace cleave::compiler::pass::late

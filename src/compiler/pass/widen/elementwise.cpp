#include "compiler/pass/widen/elementwise.h"

#include "compiler/pass/ir/integer_divisions.h"
#include "compiler/pass/ir/lane_masks.h"
#include "compiler/pass/widen/serialise.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;

class ElementwiseWidener {
 public:
  ElementwiseWidener(llvm::IRBuilder<>& builder, WideValues& values, EmptyParts& empty_parts)
      : builder_(builder), values_(values), empty_parts_(empty_parts) {}

  void widen_elementwise(llvm::Instruction& instruction, Value* mask);
  void widen_address(llvm::GetElementPtrInst& address);

 private:
  [[nodiscard]] Value* safe_divisor(Value& divisor, Value* mask);
  void widen_element_access(llvm::Instruction& instruction);
  [[nodiscard]] unsigned width() const { return values_.width(); }

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  EmptyParts& empty_parts_;
};

/// Returns a divisor that is 1 where lanes do not run: these may divide by anything. One of all
/// lanes stays one.
Value* ElementwiseWidener::safe_divisor(Value& divisor, Value* mask) {
  Value* const one = llvm::ConstantInt::get(divisor.getType(), 1);
  if (values_.shape_of(&divisor).is_same()) {
    Value* const scalar =
        builder_.CreateSelect(ir::any_lane(builder_, mask), values_.scalar(&divisor), one);
    return values_.broadcast(scalar);
  }
  Value* const vector = values_.vector(&divisor);
  return ir::blend(builder_, mask, vector, llvm::ConstantInt::get(vector->getType(), 1));
}

void ElementwiseWidener::widen_elementwise(llvm::Instruction& instruction, Value* mask) {
  using llvm::Instruction;
  llvm::Type* type = instruction.getType();
  auto operand = [&](unsigned i) { return values_.vector(instruction.getOperand(i)); };
  Value* result = nullptr;
  if (auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    const bool traps = mask != nullptr && may_trap(*binary);
    Value* right = traps ? safe_divisor(*binary->getOperand(1), mask) : operand(1);
    result = builder_.CreateBinOp(binary->getOpcode(), operand(0), right);
  } else if (auto* unary = llvm::dyn_cast<llvm::UnaryOperator>(&instruction)) {
    result = builder_.CreateUnOp(unary->getOpcode(), operand(0));
  } else if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
    result = builder_.CreateCmp(compare->getPredicate(), operand(0), operand(1));
  } else if (llvm::isa<llvm::BitCastInst>(instruction) && !type->isAggregateType()) {
    result = builder_.CreateBitCast(operand(0), values_.wide_type(type));
  } else if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    result = builder_.CreateCast(cast->getOpcode(), operand(0), values_.wide_type(type));
  } else if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    bool whole = values_.shape_of(select->getCondition()).is_same() &&
                 !select->getCondition()->getType()->isVectorTy();
    if (whole) {
      result =
          builder_.CreateSelect(values_.scalar(select->getCondition()), operand(1), operand(2));
    } else if (type->isVectorTy() && select->getCondition()->getType()->isVectorTy()) {
      result = builder_.CreateSelect(operand(0), operand(1), operand(2));
    } else {
      result = ir::blend(builder_, operand(0), operand(1), operand(2));
    }
  } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
    result = builder_.CreateFreeze(operand(0));
  } else if (auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction)) {
    result = builder_.CreateExtractValue(operand(0), extract->getIndices());
  } else if (auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction)) {
    result = builder_.CreateInsertValue(operand(0), operand(1), insert->getIndices());
  } else if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst>(
                 instruction)) {
    return widen_element_access(instruction);
  } else {
    return serialise(instruction, mask, builder_, values_, empty_parts_);
  }
  if (auto* made = llvm::dyn_cast<Instruction>(result)) {
    if (made->getOpcode() == instruction.getOpcode()) made->copyIRFlags(&instruction);
  }
  values_.define(instruction, result);
}

/// A vector of each lane is held lane after lane.
void ElementwiseWidener::widen_element_access(llvm::Instruction& instruction) {
  auto* source = llvm::cast<llvm::FixedVectorType>(instruction.getOperand(0)->getType());
  unsigned count = source->getNumElements();
  llvm::SmallVector<int> indices;
  if (auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    Value* left = values_.vector(shuffle->getOperand(0));
    Value* right = values_.vector(shuffle->getOperand(1));
    for (unsigned lane = 0; lane < width(); ++lane) {
      for (int index : shuffle->getShuffleMask()) {
        unsigned p = static_cast<unsigned>(index);
        bool is_right = index >= 0 && p >= count;
        indices.push_back(index < 0
                              ? -1
                              : static_cast<int>(is_right ? (width() + lane) * count + p - count
                                                          : lane * count + p));
      }
    }
    return values_.define(instruction, builder_.CreateShuffleVector(left, right, indices));
  }
  bool is_extract = llvm::isa<llvm::ExtractElementInst>(instruction);
  auto* index = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(is_extract ? 1 : 2));
  if (index == nullptr || index->uge(count))
    return serialise(instruction, nullptr, builder_, values_, empty_parts_);
  unsigned chosen = static_cast<unsigned>(index->getZExtValue());
  Value* vector = values_.vector(instruction.getOperand(0));
  if (is_extract) {
    for (unsigned lane = 0; lane < width(); ++lane) {
      indices.push_back(static_cast<int>(lane * count + chosen));
    }
    return values_.define(instruction, builder_.CreateShuffleVector(vector, indices));
  }
  llvm::SmallVector<int> spread;
  for (unsigned i = 0; i < width() * count; ++i) {
    bool is_chosen = i % count == chosen;
    spread.push_back(static_cast<int>(i / count));
    indices.push_back(static_cast<int>(is_chosen ? width() * count + i : i));
  }
  Value* element = builder_.CreateShuffleVector(values_.vector(instruction.getOperand(1)), spread);
  values_.define(instruction, builder_.CreateShuffleVector(vector, element, indices));
}

void ElementwiseWidener::widen_address(llvm::GetElementPtrInst& address) {
  // A scalar base with a vector of offsets is what gathers and scatters want.
  auto operand = [&](Value* value) {
    return values_.shape_of(value).is_same() ? values_.scalar(value) : values_.vector(value);
  };
  llvm::SmallVector<Value*> indices;
  for (Value* index : address.indices()) indices.push_back(operand(index));
  Value* base = operand(address.getPointerOperand());
  Value* result = builder_.CreateGEP(address.getSourceElementType(), base, indices, "",
                                     address.getNoWrapFlags());
  values_.define(address, result);
}

}  // namespace

bool may_trap(const llvm::Instruction& instruction) {
  return instruction.isIntDivRem() && !ir::is_safe_divisor(*instruction.getOperand(1));
}

void widen_elementwise(llvm::Instruction& instruction, Value* mask, llvm::IRBuilder<>& builder,
                       WideValues& values, EmptyParts& empty_parts) {
  ElementwiseWidener widener(builder, values, empty_parts);
  if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
    widener.widen_address(*address);
  } else {
    widener.widen_elementwise(instruction, mask);
  }
}

}  // namespace cleave::compiler::pass::widen

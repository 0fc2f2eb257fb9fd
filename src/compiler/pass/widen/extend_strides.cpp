#include "compiler/pass/widen/extend_strides.h"

#include <llvm/IR/InstIterator.h>

#include "compiler/pass/analysis/exact_stride.h"
#include "compiler/pass/ir/lane_masks.h"

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;

bool is_signed(const llvm::CastInst& extension) {
  return extension.getOpcode() == llvm::Instruction::SExt;
}

}  // namespace

StrideExtender::StrideExtender(llvm::Function& lane_function, llvm::IRBuilder<>& builder,
                               WideValues& values)
    : builder_(builder), values_(values) {
  for (llvm::Instruction& instruction : llvm::instructions(lane_function)) {
    if (!llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction)) continue;
    const analysis::Shape shape = values.shape_of(&instruction);
    if (!shape.is_scalar() || shape.stride == 0) continue;
    const auto& extension = llvm::cast<llvm::CastInst>(instruction);
    keep_operands(*extension.getOperand(0), is_signed(extension));
  }
}

void StrideExtender::keep_operands(Value& value, bool is_signed) {
  const analysis::ExactStep step = *analysis::exact_step(value, is_signed, values_.shapes());
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (step.kind == analysis::ExactStep::Kind::known ||
      step.kind == analysis::ExactStep::Kind::loop) {
    if (instruction != nullptr) values_.keep(*instruction);
    return;
  }
  for (Value* operand : instruction->operand_values()) keep_operands(*operand, step.is_signed);
}

Value* StrideExtender::extend(const llvm::CastInst& extension, Value* mask) {
  return extended(*extension.getOperand(0), is_signed(extension), extension.getType(), mask);
}

/// Integers of more bits than `type` has are computed in `type` too: sums and products keep their
/// lower bits.
Value* StrideExtender::extended(Value& value, bool is_signed, llvm::Type* type, Value* mask) {
  const analysis::ExactStep step = *analysis::exact_step(value, is_signed, values_.shapes());
  auto operand = [&](unsigned i) {
    Value* of_value = llvm::cast<llvm::Instruction>(value).getOperand(i);
    return extended(*of_value, step.is_signed, type, mask);
  };
  switch (step.kind) {
    case analysis::ExactStep::Kind::known:
      return builder_.CreateIntCast(values_.scalar(&value), type, is_signed);
    case analysis::ExactStep::Kind::loop:
      return extended_in_running_lane(value, is_signed, type, mask);
    case analysis::ExactStep::Kind::resized:
      return operand(0);
    case analysis::ExactStep::Kind::arithmetic: {
      Value* left = operand(0);
      return builder_.CreateBinOp(step.opcode, left, operand(1));
    }
  }
  llvm_unreachable("a kind of step");
}

/// A lane that runs has not wrapped around: what is extended is its value.
Value* StrideExtender::extended_in_running_lane(Value& value, bool is_signed, llvm::Type* type,
                                                Value* mask) {
  Value* source = values_.scalar(&value);
  if (mask == nullptr) return builder_.CreateIntCast(source, type, is_signed);
  Value* bits = ir::mask_bits(builder_, mask);
  Value* lane = builder_.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()},
                                         {bits, builder_.getFalse()});
  const int64_t stride = values_.shape_of(&value).stride;
  auto steps = [&](llvm::Type* step_type) {
    return builder_.CreateMul(builder_.CreateZExtOrTrunc(lane, step_type),
                              llvm::ConstantInt::getSigned(step_type, stride));
  };
  Value* running = builder_.CreateAdd(source, steps(source->getType()));
  Value* advance = steps(type);
  return builder_.CreateSub(builder_.CreateIntCast(running, type, is_signed), advance);
}

}  // namespace cleave::compiler::pass::widen

#include "compiler/pass/asked_rows.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/pass/lane_masks.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Instruction;
using llvm::Value;

/// How an index is computed from what lanes have as scalars.
struct Arithmetic {
  bool is_known = true;   // nothing else is in it, memory above all
  bool may_bend = false;  // something may keep a row as it is, or not

  void look_at(const Value* value, const Shapes& shapes, unsigned depth = 0) {
    constexpr unsigned deepest = 8;
    if (!is_known || shapes.of(value).is_scalar()) return;
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    is_known = instruction != nullptr && depth < deepest && is_of_numbers(*instruction);
    if (!is_known) return;
    may_bend |= bends(*instruction);
    for (const Value* operand : instruction->operand_values()) {
      if (!llvm::isa<llvm::Function>(operand)) look_at(operand, shapes, depth + 1);
    }
  }

 private:
  static bool is_extreme(const Instruction& instruction) {
    return llvm::isa<llvm::MinMaxIntrinsic>(instruction);
  }
  static bool is_of_numbers(const Instruction& instruction) {
    return llvm::isa<llvm::BinaryOperator, llvm::SelectInst, llvm::ICmpInst, llvm::TruncInst,
                     llvm::ZExtInst, llvm::SExtInst>(instruction) ||
           is_extreme(instruction);
  }
  static bool bends(const Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
      case Instruction::Shl:
      case Instruction::Trunc:
      case Instruction::ZExt:
      case Instruction::SExt:
        return false;
      default:
        return true;
    }
  }
};

}  // namespace

SharedAddend shared_addend(const Value* index, const Shapes& shapes) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
  if (sum == nullptr) return {};
  const bool adds = sum->getOpcode() == Instruction::Add;
  if (!adds && sum->getOpcode() != Instruction::Sub) return {};
  Value* left = sum->getOperand(0);
  Value* right = sum->getOperand(1);
  if (shapes.of(right).is_same()) return {left, right};
  return adds && shapes.of(left).is_same() ? SharedAddend{right, left} : SharedAddend();
}

std::optional<RowQuestion> row_question(Value* pointer, uint64_t bytes,
                                        const LaneAddresses& addresses) {
  const Shapes& shapes = addresses.shapes();
  if (addresses.stride(pointer)) return std::nullopt;
  const Address address = take_apart(pointer, addresses.layout());
  if (!addresses.has_small_offsets(address) || !shapes.of(address.base).is_same()) {
    return std::nullopt;
  }
  Value* index = nullptr;
  for (const Address::Term& term : address.terms) {
    if (shapes.of(term.index).is_same()) continue;
    if (index != nullptr || term.scale != static_cast<int64_t>(bytes) || term.bits() < 32) {
      return std::nullopt;
    }
    index = term.index;
    while (Value* rest = shared_addend(index, shapes).rest) index = rest;
  }
  if (index == nullptr || shapes.of(index).is_scalar()) return std::nullopt;
  Arithmetic arithmetic;
  arithmetic.look_at(index, shapes);
  if (!arithmetic.is_known || !arithmetic.may_bend) return std::nullopt;
  return RowQuestion{index};
}

RowAnswer ask(llvm::IRBuilder<>& builder, WideValues& values, const RowQuestion& question) {
  llvm::Type* words = values.wide_type(builder.getInt32Ty());
  // Lanes that do not run may hold anything; it must be the same whenever it is looked at.
  Value* index =
      builder.CreateFreeze(builder.CreateZExtOrTrunc(values.vector(question.index), words));
  llvm::SmallVector<llvm::Constant*> lanes;
  for (unsigned lane = 0; lane < values.width(); ++lane) {
    lanes.push_back(builder.getInt32(lane));
  }
  Value* first = builder.CreateExtractElement(index, uint64_t{0});
  Value* row = builder.CreateAdd(values.broadcast(first), llvm::ConstantVector::get(lanes));
  Value* bits = mask_bits(builder, builder.CreateICmpEQ(index, row));
  return {builder.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType())), first};
}

Value* first_index(llvm::IRBuilder<>& builder, WideValues& values, Value* index,
                   const RowQuestion& question, Value* first) {
  if (index == question.index) return first;
  const SharedAddend sum = shared_addend(index, values.shapes());
  Value* rest = first_index(builder, values, sum.rest, question, first);
  Value* addend = builder.CreateZExtOrTrunc(values.scalar(sum.addend), builder.getInt32Ty());
  return builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(index)->getOpcode(), rest, addend);
}

}  // namespace cleave::compiler::pass

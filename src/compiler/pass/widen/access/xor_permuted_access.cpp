#include "compiler/pass/widen/access/xor_permuted_access.h"

#include <llvm/Analysis/ValueTracking.h>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

/// Is it the lane's number, plus a multiple of W that is the same in all lanes?
bool begins_at_multiple(const Value* value, const Shapes& shapes, unsigned width,
                        const llvm::DataLayout& layout) {
  while (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(value)) {
    value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
    if (!value->getType()->isIntegerTy() || shapes.of(value).stride != 1) return false;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return false;
  if (lane_intrinsic_of(*instruction) == LaneIntrinsic::lane) return true;
  const auto* disjoint = llvm::dyn_cast<llvm::PossiblyDisjointInst>(instruction);
  const bool adds = instruction->getOpcode() == llvm::Instruction::Add ||
                    (disjoint != nullptr && disjoint->isDisjoint());
  if (!adds) return false;
  for (unsigned i = 0; i < 2; ++i) {
    const Value* first = instruction->getOperand(i);
    const auto* lane = llvm::dyn_cast<llvm::Instruction>(instruction->getOperand(1 - i));
    if (lane == nullptr || lane_intrinsic_of(*lane) != LaneIntrinsic::lane ||
        !shapes.of(first).is_same())
      continue;
    const llvm::KnownBits bits = llvm::computeKnownBits(first, layout);
    if ((uint64_t{1} << std::min(bits.countMinTrailingZeros(), 32U)) >= width) return true;
  }
  return false;
}

}  // namespace

std::optional<XorPermutedAccess> find_swapped_row(Value* pointer, uint64_t bytes,
                                                  const Shapes& shapes, unsigned width,
                                                  const llvm::DataLayout& layout) {
  XorPermutedAccess found = {take_apart(pointer, layout), 0, nullptr, nullptr};
  if (!shapes.of(found.address.base).is_same()) return std::nullopt;
  for (unsigned i = 0; i < found.address.terms.size(); ++i) {
    const Address::Term& term = found.address.terms[i];
    if (shapes.of(term.extended).is_same()) continue;
    const auto* index = llvm::dyn_cast<llvm::BinaryOperator>(term.index);
    const bool is_candidate =
        found.row == nullptr && index != nullptr && index->getOpcode() == llvm::Instruction::Xor &&
        index->getType()->getIntegerBitWidth() >= 32 && term.scale == static_cast<int64_t>(bytes);
    if (!is_candidate) return std::nullopt;
    for (unsigned side = 0; side < 2; ++side) {
      Value* row = index->getOperand(side);
      Value* swap = index->getOperand(1 - side);
      const Shape shape = shapes.of(row);
      const bool is_row = shape.is_scalar() && shape.stride == 1 && shapes.of(swap).is_same() &&
                          begins_at_multiple(row, shapes, width, layout);
      if (is_row) found = {std::move(found.address), i, row, swap};
    }
    if (found.row == nullptr) return std::nullopt;
  }
  return found.row == nullptr ? std::nullopt : std::optional(std::move(found));
}

Value* row_address(llvm::IRBuilder<>& builder, WideValues& values, const XorPermutedAccess& row) {
  Value* offset = builder.getInt64(static_cast<uint64_t>(row.address.constant));
  for (unsigned i = 0; i < row.address.terms.size(); ++i) {
    const Address::Term& term = row.address.terms[i];
    Value* index = nullptr;
    if (i == row.term) {
      Value* first = values.scalar(row.row);
      Value* rows = builder.CreateAnd(
          values.scalar(row.swap),
          llvm::ConstantInt::getSigned(first->getType(), -static_cast<int64_t>(values.width())));
      index = builder.CreateXor(first, rows);
    } else {
      index = values.scalar(term.index);
    }
    index = builder.CreateIntCast(index, builder.getInt64Ty(), term.is_signed);
    Value* scaled = builder.CreateMul(index, builder.getInt64(static_cast<uint64_t>(term.scale)));
    offset = builder.CreateAdd(offset, scaled);
  }
  return builder.CreatePtrAdd(values.scalar(row.address.base), offset);
}

Value* swap_lanes(llvm::IRBuilder<>& builder, WideValues& values, const XorPermutedAccess& row,
                  Value* vector) {
  if (vector == nullptr) return nullptr;
  const unsigned width = values.width();
  auto* type = llvm::cast<llvm::FixedVectorType>(vector->getType());
  if (type->getElementType()->isIntegerTy(1)) {
    auto* words = llvm::FixedVectorType::get(builder.getInt32Ty(), width);
    Value* swapped = swap_lanes(builder, values, row, builder.CreateSExt(vector, words));
    return builder.CreateICmpNE(swapped, llvm::Constant::getNullValue(words));
  }
  Value* bits = builder.CreateAnd(
      builder.CreateIntCast(values.scalar(row.swap), builder.getInt32Ty(), /*isSigned=*/false),
      builder.getInt32(width - 1));
  // Bit by bit: the branches are the same in each iteration of a loop, and measured faster than an
  // instruction that moves elements by a vector of places.
  for (unsigned bit = 1; bit < width; bit *= 2) {
    llvm::SmallVector<int> places;
    for (unsigned lane = 0; lane < width; ++lane) places.push_back(static_cast<int>(lane ^ bit));
    Value* is_set = builder.CreateIsNotNull(builder.CreateAnd(bits, builder.getInt32(bit)));
    vector = builder.CreateSelect(is_set, builder.CreateShuffleVector(vector, places), vector);
  }
  return vector;
}

}  // namespace cleave::compiler::pass

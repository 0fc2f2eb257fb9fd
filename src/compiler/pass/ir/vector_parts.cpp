#include "compiler/pass/ir/vector_parts.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>

#include <algorithm>

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::ir {

llvm::Value* apply_to_parts(llvm::IRBuilder<>& builder, llvm::ArrayRef<llvm::Value*> vectors,
                            unsigned lanes,
                            llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> apply) {
  auto* const type = llvm::cast<llvm::FixedVectorType>(vectors.front()->getType());
  if (type->getNumElements() == lanes) return apply(vectors);
  auto* const part_type = llvm::FixedVectorType::get(type->getElementType(), lanes);
  llvm::Value* whole = llvm::PoisonValue::get(type);
  for (uint64_t first = 0; first < type->getNumElements(); first += lanes) {
    llvm::SmallVector<llvm::Value*, 2> parts;
    for (llvm::Value* vector : vectors)
      parts.push_back(builder.CreateExtractVector(part_type, vector, first));
    whole = builder.CreateInsertVector(type, whole, apply(parts), first);
  }
  return whole;
}

std::optional<MaskedInstruction> masked_instruction(const llvm::FixedVectorType& type,
                                                    const llvm::Function& function,
                                                    const MaskedInstructions& of_singles,
                                                    const MaskedInstructions& of_doubles) {
  const bool is_single = type.getElementType()->isFloatTy();
  if (!is_single && !type.getElementType()->isDoubleTy()) return std::nullopt;
  unsigned bits = 512;
  for (const llvm::Intrinsic::ID intrinsic : is_single ? of_singles : of_doubles) {
    const unsigned lanes = bits / type.getScalarSizeInBits();
    if (bits <= vector_bits(function) && type.getNumElements() % lanes == 0)
      return MaskedInstruction{lanes, intrinsic};
    bits /= 2;
  }
  return std::nullopt;
}

llvm::Value* emit_for_all_lanes(llvm::IRBuilder<>& builder, const MaskedInstruction& instruction,
                                llvm::ArrayRef<llvm::Value*> operands) {
  llvm::Type* const type = operands.front()->getType();
  llvm::Type* const mask_type = builder.getIntNTy(std::max(8U, instruction.lanes));
  llvm::SmallVector<llvm::Value*, 6> all(operands);
  all.push_back(llvm::Constant::getNullValue(type));  // the values of masked-off lanes
  all.push_back(llvm::Constant::getAllOnesValue(mask_type));
  const bool has_rounding = type->getPrimitiveSizeInBits() == 512;
  if (has_rounding) all.push_back(builder.getInt32(current_rounding));
  return builder.CreateIntrinsic(instruction.intrinsic, {}, all);
}

}  // namespace cleave::compiler::pass::ir

// Emits operations on masks of lanes, <W x i1>.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace cleave::compiler::pass::ir {

[[nodiscard]] inline unsigned width_of(const llvm::Value* mask) {
  return llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
}

/// Returns the mask as an iW; lane 0 is the lowest bit.
[[nodiscard]] inline llvm::Value* mask_bits(llvm::IRBuilder<>& builder, llvm::Value* mask) {
  return builder.CreateBitCast(mask, builder.getIntNTy(width_of(mask)));
}

[[nodiscard]] inline llvm::Value* any_lane(llvm::IRBuilder<>& builder, llvm::Value* mask) {
  return builder.CreateIsNotNull(mask_bits(builder, mask));
}

[[nodiscard]] inline llvm::Value* all_lanes(llvm::IRBuilder<>& builder, llvm::Value* mask) {
  llvm::Value* bits = mask_bits(builder, mask);
  return builder.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
}

/// Returns a mask with `times` copies of each lane's bit, next to each other.
[[nodiscard]] inline llvm::Value* repeat_mask(llvm::IRBuilder<>& builder, llvm::Value* mask,
                                              unsigned times) {
  if (times == 1) return mask;
  llvm::SmallVector<int> indices;
  for (unsigned i = 0; i < width_of(mask) * times; ++i)
    indices.push_back(static_cast<int>(i / times));
  return builder.CreateShuffleVector(mask, indices);
}

/// Returns, lane by lane, `fresh` where the mask is set, else `old`. Both have W elements, or W
/// times as many, lane after lane, or are structures of these.
[[nodiscard]] inline llvm::Value* blend(llvm::IRBuilder<>& builder, llvm::Value* mask,
                                        llvm::Value* fresh, llvm::Value* old) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(fresh->getType())) {
    llvm::Value* result = fresh;
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      llvm::Value* element = blend(builder, mask, builder.CreateExtractValue(fresh, i),
                                   builder.CreateExtractValue(old, i));
      result = builder.CreateInsertValue(result, element, i);
    }
    return result;
  }
  const unsigned elements =
      llvm::cast<llvm::FixedVectorType>(fresh->getType())->getNumElements() / width_of(mask);
  return builder.CreateSelect(repeat_mask(builder, mask, elements), fresh, old);
}

}  // namespace cleave::compiler::pass::ir

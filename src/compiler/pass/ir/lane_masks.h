// Emits operations on masks of lanes, <W x i1>.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace cleave::compiler::pass {

[[nodiscard]] inline unsigned width_of(const llvm::Value* mask) {
  return llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
}

/// The mask as an iW; lane 0 is the lowest bit.
[[nodiscard]] inline llvm::Value* mask_bits(llvm::IRBuilder<>& builder, llvm::Value* mask) {
  return builder.CreateBitCast(mask, builder.getIntNTy(width_of(mask)));
}

[[nodiscard]] inline llvm::Value* any_lane(llvm::IRBuilder<>& builder, llvm::Value* mask) {
  return builder.CreateIsNotNull(mask_bits(builder, mask));
}

/// A mask with `times` copies of each lane's bit, next to each other.
[[nodiscard]] inline llvm::Value* repeat_mask(llvm::IRBuilder<>& builder, llvm::Value* mask,
                                              unsigned times) {
  if (times == 1) return mask;
  llvm::SmallVector<int> places;
  for (unsigned i = 0; i < width_of(mask) * times; ++i)
    places.push_back(static_cast<int>(i / times));
  return builder.CreateShuffleVector(mask, places);
}

}  // namespace cleave::compiler::pass

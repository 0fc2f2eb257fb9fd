#include "compiler/pass/widen/access/contiguity_check.h"

#include "compiler/pass/ir/lane_masks.h"

namespace cleave::compiler::pass {

using llvm::Value;

ContiguityCheck ContiguityChecks::check(const ContiguityCandidate& candidate,
                                        const llvm::BasicBlock& block) {
  if (block_ != &block) checks_.clear();
  block_ = &block;
  ContiguityCheck& found = checks_[{candidate.index, values_.part()}];
  if (found.is_contiguous == nullptr) found = emit(candidate);
  return found;
}

ContiguityCheck ContiguityChecks::emit(const ContiguityCandidate& candidate) {
  llvm::Type* words = values_.wide_type(builder_.getInt32Ty());
  // Lanes that do not run may hold anything; it must be the same whenever it is looked at.
  Value* index =
      builder_.CreateFreeze(builder_.CreateZExtOrTrunc(values_.vector(candidate.index), words));
  llvm::SmallVector<llvm::Constant*> lanes;
  for (unsigned lane = 0; lane < values_.width(); ++lane) {
    lanes.push_back(builder_.getInt32(lane));
  }
  Value* first = builder_.CreateExtractElement(index, uint64_t{0});
  Value* contiguous =
      builder_.CreateAdd(values_.broadcast(first), llvm::ConstantVector::get(lanes));
  Value* bits = mask_bits(builder_, builder_.CreateICmpEQ(index, contiguous));
  return {builder_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType())), first};
}

Value* ContiguityChecks::first_index(Value* index, const ContiguityCandidate& candidate,
                                     const ContiguityCheck& check) {
  if (index == candidate.index) return check.first;
  const SharedAddend sum = shared_addend(index, values_.shapes());
  Value* rest = first_index(sum.rest, candidate, check);
  Value* addend = builder_.CreateZExtOrTrunc(values_.scalar(sum.addend), builder_.getInt32Ty());
  return builder_.CreateBinOp(llvm::cast<llvm::BinaryOperator>(index)->getOpcode(), rest, addend);
}

}  // namespace cleave::compiler::pass

#include "compiler/pass/widen/access/contiguity_check.h"

#include "compiler/pass/ir/lane_masks.h"

namespace cleave::compiler::pass {

using llvm::Value;

ContiguityCheck ask(llvm::IRBuilder<>& builder, WideValues& values,
                    const ContiguityCandidate& question) {
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
                   const ContiguityCandidate& question, Value* first) {
  if (index == question.index) return first;
  const SharedAddend sum = shared_addend(index, values.shapes());
  Value* rest = first_index(builder, values, sum.rest, question, first);
  Value* addend = builder.CreateZExtOrTrunc(values.scalar(sum.addend), builder.getInt32Ty());
  return builder.CreateBinOp(llvm::cast<llvm::BinaryOperator>(index)->getOpcode(), rest, addend);
}

}  // namespace cleave::compiler::pass

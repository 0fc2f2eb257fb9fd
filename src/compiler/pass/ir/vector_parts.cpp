#include "compiler/pass/ir/vector_parts.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

namespace cleave::compiler::pass {

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

}  // namespace cleave::compiler::pass

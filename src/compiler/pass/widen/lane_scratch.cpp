#include "compiler/pass/widen/lane_scratch.h"

#include <llvm/IR/Module.h>

namespace cleave::compiler::pass::widen {
namespace {

using llvm::Value;

unsigned elements_of_type(llvm::Type* type) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? 1 : vector->getNumElements();
}

}  // namespace

LaneScratch::LaneScratch(llvm::IRBuilder<>& builder, WideValues& values, llvm::Type* type)
    : builder_(builder), type_(type), wide_(values.wide_type(type)) {
  add_leaves(values, type);
}

void LaneScratch::add_leaves(WideValues& values, llvm::Type* type) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    for (llvm::Type* element : structure->elements()) add_leaves(values, element);
    return;
  }
  llvm::Type* stored = type;
  if (type->isIntOrIntVectorTy()) {
    // A vector has integers of odd sizes bit by bit behind each other; `address` counts in their sizes in arrays.
    const llvm::DataLayout& layout = builder_.GetInsertBlock()->getModule()->getDataLayout();
    const unsigned bytes = layout.getTypeAllocSize(type->getScalarType());
    stored = type->getWithNewType(builder_.getIntNTy(8 * bytes));
  }
  auto* all = llvm::FixedVectorType::get(stored->getScalarType(),
                                         elements_of_type(stored) * values.width());
  leaves_.push_back({values.new_variable(all, "lanes"), type, stored});
}

Value* LaneScratch::address(const Leaf& leaf, Value* lane) {
  Value* index = builder_.CreateMul(lane, builder_.getInt32(elements_of_type(leaf.stored)));
  return builder_.CreateInBoundsGEP(leaf.stored->getScalarType(), leaf.memory, index);
}

template <class Make>
Value* LaneScratch::build(llvm::Type* type, size_t& next, const Make& make) {
  auto* structure = llvm::dyn_cast<llvm::StructType>(type);
  if (structure == nullptr) return make(leaves_[next++]);
  Value* result = llvm::PoisonValue::get(type);
  for (unsigned i = 0; i < structure->getNumElements(); ++i) {
    Value* member = build(structure->getElementType(i), next, make);
    result = builder_.CreateInsertValue(result, member, i);
  }
  return result;
}

template <class Take>
void LaneScratch::take_apart(Value* value, size_t& next, const Take& take) {
  auto* structure = llvm::dyn_cast<llvm::StructType>(value->getType());
  if (structure == nullptr) return take(leaves_[next++], value);
  for (unsigned i = 0; i < structure->getNumElements(); ++i) {
    take_apart(builder_.CreateExtractValue(value, i), next, take);
  }
}

void LaneScratch::store_all(Value* wide) {
  size_t next = 0;
  take_apart(wide, next, [&](const Leaf& leaf, Value* value) {
    builder_.CreateStore(builder_.CreateZExtOrBitCast(value, leaf.memory->getAllocatedType()),
                         leaf.memory);
  });
}

Value* LaneScratch::load_all() {
  size_t next = 0;
  return build(wide_, next, [&](const Leaf& leaf) {
    llvm::Type* stored = leaf.memory->getAllocatedType();
    Value* value = builder_.CreateLoad(stored, leaf.memory);
    return builder_.CreateTruncOrBitCast(value, stored->getWithNewType(leaf.type->getScalarType()));
  });
}

void LaneScratch::store(Value* value, Value* lane) {
  size_t next = 0;
  const llvm::DataLayout& layout = builder_.GetInsertBlock()->getModule()->getDataLayout();
  take_apart(value, next, [&](const Leaf& leaf, Value* one) {
    builder_.CreateAlignedStore(builder_.CreateZExtOrBitCast(one, leaf.stored), address(leaf, lane),
                                layout.getABITypeAlign(leaf.stored->getScalarType()));
  });
}

Value* LaneScratch::load(Value* lane) {
  size_t next = 0;
  const llvm::DataLayout& layout = builder_.GetInsertBlock()->getModule()->getDataLayout();
  return build(type_, next, [&](const Leaf& leaf) {
    Value* value = builder_.CreateAlignedLoad(leaf.stored, address(leaf, lane),
                                              layout.getABITypeAlign(leaf.stored->getScalarType()));
    return builder_.CreateTruncOrBitCast(value, leaf.type);
  });
}

}  // namespace cleave::compiler::pass::widen

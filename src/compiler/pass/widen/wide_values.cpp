#include "compiler/pass/widen/wide_values.h"

#include <cassert>

namespace cleave::compiler::pass::widen {
namespace {

bool is_used_elsewhere(const llvm::Instruction& value) {
  for (const llvm::User* user : value.users()) {
    const auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (instruction->getParent() != value.getParent() || llvm::isa<llvm::PHINode>(user))
      return true;
  }
  return false;
}

}  // namespace

llvm::Type* wide_type(llvm::Type* type, unsigned width) {
  if (auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    return llvm::FixedVectorType::get(vector->getElementType(), vector->getNumElements() * width);
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    llvm::SmallVector<llvm::Type*> elements;
    for (llvm::Type* element : structure->elements()) elements.push_back(wide_type(element, width));
    return llvm::StructType::get(type->getContext(), elements);
  }
  return llvm::FixedVectorType::get(type, width);
}

WideValues::WideValues(llvm::IRBuilder<>& builder, llvm::BasicBlock& entry,
                       const analysis::ShapeAnalysis& shapes, unsigned width, unsigned parts)
    : builder_(builder), entry_(entry), shapes_(shapes), width_(width), parts_(parts) {}

llvm::Type* WideValues::wide_type(llvm::Type* type) const {
  return widen::wide_type(type, width_);
}

llvm::Value* WideValues::stored_or_local(llvm::Value* value) {
  auto found = local_.find(key_of(value));
  if (found != local_.end()) return found->second;
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return value;  // a constant
  assert(is_used_elsewhere(*instruction) || kept_.contains(instruction) ||
         variables_.contains(key_of(value)));  // else nothing has been stored
  llvm::AllocaInst* memory = variable(*instruction);
  llvm::Value* loaded = builder_.CreateLoad(memory->getAllocatedType(), memory, value->getName());
  return local_[key_of(value)] = loaded;
}

llvm::Value* WideValues::scalar(llvm::Value* value) {
  return stored_or_local(value);
}

llvm::Value* WideValues::broadcast(llvm::Value* scalar) {
  if (auto* constant = llvm::dyn_cast<llvm::Constant>(scalar)) {
    if (llvm::isa<llvm::PoisonValue>(constant)) {
      return llvm::PoisonValue::get(wide_type(scalar->getType()));
    }
    if (llvm::isa<llvm::UndefValue>(constant)) {
      return llvm::UndefValue::get(wide_type(scalar->getType()));
    }
  }
  if (auto* type = llvm::dyn_cast<llvm::FixedVectorType>(scalar->getType())) {
    llvm::SmallVector<int> elements;
    for (unsigned lane = 0; lane < width_; ++lane) {
      for (unsigned i = 0; i < type->getNumElements(); ++i) elements.push_back(static_cast<int>(i));
    }
    return builder_.CreateShuffleVector(scalar, elements);
  }
  if (auto* type = llvm::dyn_cast<llvm::StructType>(scalar->getType())) {
    llvm::Value* result = llvm::PoisonValue::get(wide_type(type));
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      llvm::Value* element = broadcast(builder_.CreateExtractValue(scalar, i));
      result = builder_.CreateInsertValue(result, element, i);
    }
    return result;
  }
  return builder_.CreateVectorSplat(width_, scalar);
}

llvm::Value* WideValues::vector(llvm::Value* value) {
  analysis::Shape shape = shape_of(value);
  llvm::Value* held = stored_or_local(value);
  if (!shape.is_scalar()) return held;
  llvm::Value* all = broadcast(held);
  if (shape.stride == 0) return all;
  bool is_pointer = value->getType()->isPointerTy();
  llvm::Type* step_type = is_pointer ? builder_.getInt64Ty() : value->getType();
  llvm::SmallVector<llvm::Constant*> steps;
  for (unsigned lane = 0; lane < width_; ++lane) {
    steps.push_back(llvm::ConstantInt::getSigned(step_type, shape.stride * lane));
  }
  llvm::Value* offsets = llvm::ConstantVector::get(steps);
  return is_pointer ? builder_.CreatePtrAdd(held, offsets) : builder_.CreateAdd(all, offsets);
}

void WideValues::define(llvm::Instruction& value, llvm::Value* computed) {
  local_[key_of(&value)] = computed;
  if (is_used_elsewhere(value) || kept_.contains(&value))
    builder_.CreateStore(computed, variable(value));
}

llvm::AllocaInst* WideValues::variable(const llvm::Instruction& value) {
  llvm::AllocaInst*& memory = variables_[key_of(&value)];
  if (memory == nullptr) {
    llvm::Type* type = is_scalar(&value) ? value.getType() : wide_type(value.getType());
    memory = new_variable(type, value.getName());
  }
  return memory;
}

llvm::AllocaInst* WideValues::new_variable(llvm::Type* type, const llvm::Twine& name) {
  llvm::IRBuilder<> at_entry(&entry_, entry_.end());
  return at_entry.CreateAlloca(type, nullptr, name);
}

}  // namespace cleave::compiler::pass::widen

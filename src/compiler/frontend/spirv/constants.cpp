#include "compiler/frontend/spirv/constants.h"

#include <llvm/IR/Instructions.h>

#include "compiler/frontend/spirv/function_reader.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

// A value that is undefined is some value, and always the same.
llvm::Constant* without_poison(llvm::Constant* constant) {
  if (!constant->containsUndefOrPoisonElement() && !llvm::isa<llvm::UndefValue>(constant)) {
    return constant;
  }
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(constant->getType());
  if (vector == nullptr) return llvm::Constant::getNullValue(constant->getType());
  llvm::SmallVector<llvm::Constant*> elements;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    elements.push_back(without_poison(constant->getAggregateElement(i)));
  }
  return llvm::ConstantVector::get(elements);
}

llvm::Constant* number(const ReaderState& state, const cleave::spirv::Instruction& instruction) {
  llvm::Type* type = state.types.of_values(instruction.type);
  const std::span<const uint32_t> words = state.source.scalar_constant(instruction);
  uint64_t bits = words.empty() ? 0 : words[0];
  if (words.size() > 1) bits |= uint64_t{words[1]} << 32;
  const llvm::APInt value(type->getScalarSizeInBits(), bits, false, /*implicitTrunc=*/true);
  if (type->isIntegerTy()) return llvm::ConstantInt::get(type->getContext(), value);
  return llvm::ConstantFP::get(type->getContext(), llvm::APFloat(type->getFltSemantics(), value));
}

llvm::Constant* composite_of(const ReaderState& state, cleave::spirv::Id type,
                             llvm::ArrayRef<llvm::Constant*> parts) {
  llvm::Type* memory = state.types.in_memory(type);
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(memory)) {
    return llvm::ConstantStruct::get(structure, parts);
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(memory)) {
    return llvm::ConstantArray::get(array, parts);
  }
  llvm::SmallVector<llvm::Constant*> elements;  // a vector's, whose constituents may be vectors
  for (llvm::Constant* part : parts) {
    const auto* inner = llvm::dyn_cast<llvm::FixedVectorType>(part->getType());
    if (inner == nullptr) elements.push_back(part);
    for (unsigned i = 0; inner != nullptr && i < inner->getNumElements(); ++i) {
      elements.push_back(part->getAggregateElement(i));
    }
  }
  return llvm::ConstantVector::get(elements);
}

// Parts of a composite are as in memory, those of a vector are values.
llvm::Constant* part(ReaderState& state, cleave::spirv::Id of, cleave::spirv::Id id) {
  if (state.types.is_composite(of)) return constant_in_memory(state, id);
  return state.constants.lookup(id);
}

llvm::Constant* composite(ReaderState& state, const cleave::spirv::Instruction& instruction,
                          std::span<const uint32_t> ids) {
  llvm::SmallVector<llvm::Constant*> parts;
  for (const cleave::spirv::Id id : ids) {
    llvm::Constant* one = part(state, instruction.type, id);
    if (one == nullptr) return nullptr;
    parts.push_back(one);
  }
  return composite_of(state, instruction.type, parts);
}

llvm::Constant* replicated(ReaderState& state, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Type& type = state.source.type(instruction.type);
  const uint64_t count =
      type.kind == cleave::spirv::TypeKind::structure ? type.members.size() : type.count;
  llvm::Constant* one = part(state, instruction.type, instruction.operands[0]);
  constexpr uint64_t most_parts = 1 << 20;
  if (one == nullptr || count > most_parts) return nullptr;
  if (one->isNullValue())
    return llvm::Constant::getNullValue(state.types.in_memory(instruction.type));
  const llvm::SmallVector<llvm::Constant*> parts(count, one);
  return composite_of(state, instruction.type, parts);
}

llvm::Constant* null_of(const ReaderState& state, cleave::spirv::Id type) {
  if (state.types.holds_handles(type)) return nullptr;
  llvm::Type* memory =
      state.types.is_composite(type) ? state.types.in_memory(type) : state.types.of_values(type);
  return memory->isVoidTy() ? nullptr : llvm::Constant::getNullValue(memory);
}

/// Takes parts of composites, which no instruction could: they would be in memory.
llvm::Constant* extracted(ReaderState& state, const cleave::spirv::Instruction& operation) {
  llvm::Constant* constant = state.constants.lookup(operation.operands[0]);
  for (const uint32_t index : operation.operands.subspan(1)) {
    if (constant != nullptr) constant = constant->getAggregateElement(index);
  }
  const bool is_byte_of_boolean = constant != nullptr &&
                                  constant->getType() != state.types.of_values(operation.type) &&
                                  state.types.is_boolean(operation.type);
  if (!is_byte_of_boolean) return constant;
  return llvm::ConstantExpr::getTrunc(constant, state.types.of_values(operation.type));
}

llvm::Constant* with_inserted(const ReaderState& state, llvm::Constant* whole,
                              cleave::spirv::Id type, llvm::Constant* part,
                              std::span<const uint32_t> path) {
  if (path.empty()) return part;
  const cleave::spirv::Type& known = state.source.type(type);
  const bool is_structure = known.kind == cleave::spirv::TypeKind::structure;
  const uint64_t count = is_structure ? known.members.size() : known.count;
  llvm::SmallVector<llvm::Constant*> parts;
  for (unsigned i = 0; i < count; ++i) {
    llvm::Constant* one = whole->getAggregateElement(i);
    if (i == path[0]) {
      const cleave::spirv::Id inner = is_structure ? known.members[i] : known.element;
      one = with_inserted(state, one, inner, part, path.subspan(1));
    }
    parts.push_back(one);
  }
  return composite_of(state, type, parts);
}

/// The operation as an instruction, read where all it can come to is a constant.
llvm::Constant* evaluated(ReaderState& state, const cleave::spirv::Instruction& operation) {
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(state.module.getContext()), false);
  auto* scratch = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "il.constants",
                                         state.module);
  llvm::Constant* result = nullptr;
  {
    FunctionReader reader(state, *scratch);
    result = llvm::dyn_cast_or_null<llvm::Constant>(reader.evaluate(operation));
  }
  scratch->eraseFromParent();
  return result == nullptr ? nullptr : without_poison(result);
}

llvm::Constant* calculated(ReaderState& state, const cleave::spirv::Instruction& instruction) {
  cleave::spirv::Instruction operation = instruction;
  operation.op = static_cast<Op>(instruction.operands[0]);
  operation.operands = instruction.operands.subspan(1);
  switch (operation.op) {
    case Op::CompositeExtract:
      return extracted(state, operation);
    case Op::CompositeInsert: {
      llvm::Constant* part = state.types.is_composite(operation.type)
                                 ? constant_in_memory(state, operation.operands[0])
                                 : state.constants.lookup(operation.operands[0]);
      llvm::Constant* whole = state.constants.lookup(operation.operands[1]);
      if (part == nullptr || whole == nullptr) return nullptr;
      return with_inserted(state, whole, operation.type, part, operation.operands.subspan(2));
    }
    case Op::Select:
      if (state.types.is_composite(operation.type)) {
        const auto chosen = state.source.integer_constant(operation.operands[0]);
        const auto* condition = state.constants.lookup(operation.operands[0]);
        const bool is_true =
            chosen ? *chosen != 0 : condition != nullptr && condition->isOneValue();
        return state.constants.lookup(operation.operands[is_true ? 1 : 2]);
      }
      return evaluated(state, operation);
    default:
      return evaluated(state, operation);
  }
}

/// A number stands for a function: code has no address before it is made, and each kernel's has
/// copies of its own.
llvm::Constant* function_address(ReaderState& state,
                                 const cleave::spirv::Instruction& instruction) {
  if (state.is_object) {
    state.refusals.add(instruction, "in what is linked, pointers to functions are not offered");
    return nullptr;
  }
  auto& functions = state.addressed_functions;
  functions.insert(instruction.operands[0]);
  const auto index = llvm::find(functions, instruction.operands[0]) - functions.begin();
  auto* number = llvm::ConstantInt::get(llvm::Type::getInt64Ty(state.module.getContext()),
                                        static_cast<uint64_t>(index) + 1);
  return llvm::ConstantExpr::getIntToPtr(number, state.types.of_values(instruction.type));
}

llvm::Constant* made_of(ReaderState& state, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::ConstantTrue:
    case Op::ConstantFalse:
    case Op::SpecConstantTrue:
    case Op::SpecConstantFalse:
    case Op::Constant:
    case Op::SpecConstant:
      return number(state, instruction);
    case Op::ConstantComposite:
    case Op::SpecConstantComposite:
      return composite(state, instruction, instruction.operands);
    case Op::ConstantCompositeReplicateEXT:
    case Op::SpecConstantCompositeReplicateEXT:
      return replicated(state, instruction);
    case Op::ConstantNull:
    case Op::Undef:
    case Op::PoisonKHR:
      return null_of(state, instruction.type);
    case Op::SpecConstantOp:
      return calculated(state, instruction);
    case Op::ConstantPipeStorage:
      return pipe_storage(state, instruction);
    case Op::ConstantFunctionPointerINTEL:
      return function_address(state, instruction);
    default:
      return nullptr;
  }
}

}  // namespace

llvm::Constant* constant_in_memory(ReaderState& state, cleave::spirv::Id id) {
  llvm::Constant* value = state.constants.lookup(id);
  if (value == nullptr || !state.types.is_boolean(state.source.type_of(id))) return value;
  llvm::Type* memory = state.types.in_memory(state.source.type_of(id));
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(memory);
  const auto byte = [&](const llvm::Constant* bit) {
    return llvm::ConstantInt::get(memory->getScalarType(), bit->isOneValue() ? 1 : 0);
  };
  if (vector == nullptr) return byte(value);
  llvm::SmallVector<llvm::Constant*> bytes;
  for (unsigned i = 0; i < vector->getNumElements(); ++i) {
    bytes.push_back(byte(value->getAggregateElement(i)));
  }
  return llvm::ConstantVector::get(bytes);
}

void read_constant(ReaderState& state, const cleave::spirv::Instruction& instruction) {
  const bool is_made_by_call =
      instruction.op == Op::ConstantSampler || state.types.is_handle(instruction.type);
  if (is_made_by_call) return;  // it is made at its uses
  llvm::Constant* made = made_of(state, instruction);
  if (made != nullptr) {
    state.constants[instruction.result] = made;
  } else if (!state.refusals.any()) {
    state.refusals.add(instruction, "this constant is not offered yet");
  }
}

}  // namespace cleave::compiler::frontend::spirv

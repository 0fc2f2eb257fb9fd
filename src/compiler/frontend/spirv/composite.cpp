// Reads what takes vectors, arrays and structures apart and puts them together.
#include <llvm/IR/Constants.h>

#include "compiler/frontend/spirv/constants.h"
#include "compiler/frontend/spirv/memory_access.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

/// The address of a member in a composite's memory, and an element of it if it is a vector.
struct MemberAddress {
  llvm::Value* pointer = nullptr;
  cleave::spirv::Id type = 0;
  std::optional<uint32_t> element;
  llvm::MaybeAlign alignment;  // nothing: the type's
};

cleave::spirv::Id part_of(const cleave::spirv::Type& type, uint32_t index) {
  return type.kind == cleave::spirv::TypeKind::structure ? type.members[index] : type.element;
}

MemberAddress member_at(FunctionReader& reader, llvm::Value* memory, cleave::spirv::Id type,
                        std::span<const uint32_t> path) {
  const ReaderState& state = reader.state();
  MemberAddress member{memory, type, std::nullopt, llvm::MaybeAlign()};
  for (const uint32_t index : path) {
    const cleave::spirv::Type& known = state.source.type(member.type);
    if (known.kind == cleave::spirv::TypeKind::vector) {
      member.element = index;
      continue;
    }
    const bool is_structure = known.kind == cleave::spirv::TypeKind::structure;
    llvm::IRBuilderBase& builder = reader.builder();
    llvm::Value* const indices[] = {
        builder.getInt32(0), is_structure ? builder.getInt32(index) : builder.getInt64(index)};
    const bool is_packed =
        state.source.decoration(member.type, cleave::spirv::Decoration::CPacked) != nullptr;
    if (is_packed) member.alignment = llvm::Align(1);
    member.pointer =
        builder.CreateInBoundsGEP(state.types.in_memory(member.type), member.pointer, indices);
    member.type = part_of(known, index);
  }
  return member;
}

// A member of a composite is in memory that nobody changes, so a part of it that is a composite
// can stay where it is.
llvm::Value* value_at(FunctionReader& reader, const MemberAddress& member) {
  const Types& types = reader.state().types;
  if (types.is_composite(member.type) && !member.alignment) return member.pointer;
  llvm::Value* value =
      load_value(reader, member.type, member.pointer, {.alignment = member.alignment});
  if (!member.element) return value;
  return reader.builder().CreateExtractElement(value, *member.element);
}

void read_extract(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id whole = instruction.operands[0];
  const std::span<const uint32_t> path = instruction.operands.subspan(1);
  llvm::Value* value = reader.value(whole);
  if (path.empty()) return reader.define(instruction, value);
  if (!reader.state().types.is_composite(reader.type_of(whole))) {
    return reader.define(instruction, reader.builder().CreateExtractElement(value, path[0]));
  }
  reader.define(instruction,
                value_at(reader, member_at(reader, value, reader.type_of(whole), path)));
}

void read_insert(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* part = reader.value(instruction.operands[0]);
  llvm::Value* whole = reader.value(instruction.operands[1]);
  const std::span<const uint32_t> path = instruction.operands.subspan(2);
  if (path.empty()) return reader.define(instruction, part);
  if (!reader.state().types.is_composite(instruction.type)) {
    return reader.define(instruction, builder.CreateInsertElement(whole, part, path[0]));
  }
  llvm::AllocaInst* copy = reader.temporary(instruction.type);
  reader.copy_composite(instruction.type, copy, whole);
  const MemberAddress member = member_at(reader, copy, instruction.type, path);
  if (member.element) {
    llvm::Value* vector =
        load_value(reader, member.type, member.pointer, {.alignment = member.alignment});
    part = builder.CreateInsertElement(vector, part, *member.element);
  }
  store_value(reader, member.type, part, member.pointer, {.alignment = member.alignment});
  reader.define(instruction, copy);
}

// The parts of a vector may be vectors themselves.
llvm::Value* vector_of_parts(FunctionReader& reader,
                             const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* vector = llvm::PoisonValue::get(reader.result_type(instruction));
  uint64_t next = 0;
  for (const cleave::spirv::Id id : instruction.operands) {
    llvm::Value* part = reader.value(id);
    const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(part->getType());
    if (type == nullptr) {
      vector = builder.CreateInsertElement(vector, part, next++);
      continue;
    }
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      vector = builder.CreateInsertElement(vector, builder.CreateExtractElement(part, i), next++);
    }
  }
  return vector;
}

void read_construct(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  if (!reader.state().types.is_composite(instruction.type)) {
    return reader.define(instruction, vector_of_parts(reader, instruction));
  }
  llvm::AllocaInst* memory = reader.temporary(instruction.type);
  uint32_t index = 0;
  for (const cleave::spirv::Id id : instruction.operands) {
    const uint32_t path[] = {index++};
    const MemberAddress member = member_at(reader, memory, instruction.type, path);
    store_value(reader, member.type, reader.value(id), member.pointer,
                {.alignment = member.alignment});
  }
  reader.define(instruction, memory);
}

void read_replicate(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* part = reader.value(instruction.operands[0]);
  const cleave::spirv::Type& type = reader.state().source.type(instruction.type);
  if (type.kind == cleave::spirv::TypeKind::vector) {
    return reader.define(instruction,
                         builder.CreateVectorSplat(static_cast<unsigned>(type.count), part));
  }
  constexpr uint64_t most_parts = 4096;
  const uint64_t count =
      type.kind == cleave::spirv::TypeKind::array ? type.count : type.members.size();
  if (count > most_parts) return reader.refuse(instruction, "so many parts are not offered");
  llvm::AllocaInst* memory = reader.temporary(instruction.type);
  for (uint32_t index = 0; index < count; ++index) {
    const uint32_t path[] = {index};
    const MemberAddress member = member_at(reader, memory, instruction.type, path);
    store_value(reader, member.type, part, member.pointer, {.alignment = member.alignment});
  }
  reader.define(instruction, memory);
}

// An undefined component has any value: that of the first one.
void read_shuffle(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* left = reader.value(instruction.operands[0]);
  llvm::Value* right = reader.value(instruction.operands[1]);
  const unsigned left_count = llvm::cast<llvm::FixedVectorType>(left->getType())->getNumElements();
  const std::span<const uint32_t> components = instruction.operands.subspan(2);
  constexpr uint32_t none = UINT32_MAX;
  if (left->getType() == right->getType()) {
    llvm::SmallVector<int> mask;
    for (const uint32_t one : components) mask.push_back(one == none ? 0 : static_cast<int>(one));
    return reader.define(instruction, builder.CreateShuffleVector(left, right, mask));
  }
  llvm::Value* vector = llvm::PoisonValue::get(reader.result_type(instruction));
  uint64_t next = 0;
  for (const uint32_t one : components) {
    const uint32_t component = one == none ? 0 : one;
    llvm::Value* element = component < left_count
                               ? builder.CreateExtractElement(left, component)
                               : builder.CreateExtractElement(right, component - left_count);
    vector = builder.CreateInsertElement(vector, element, next++);
  }
  reader.define(instruction, vector);
}

// An index beyond the vector gives any element.
llvm::Value* safe_index(FunctionReader& reader, llvm::Value* index, const llvm::Value& vector) {
  llvm::IRBuilderBase& builder = reader.builder();
  const unsigned count = llvm::cast<llvm::FixedVectorType>(vector.getType())->getNumElements();
  llvm::Value* limit = llvm::ConstantInt::get(index->getType(), count);
  llvm::Value* is_inside = builder.CreateICmpULT(index, limit);
  return builder.CreateSelect(is_inside, index, llvm::ConstantInt::get(index->getType(), 0));
}

void read_dynamic(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* vector = reader.value(instruction.operands[0]);
  const bool inserts = instruction.op == Op::VectorInsertDynamic;
  llvm::Value* index =
      safe_index(reader, reader.value(instruction.operands[inserts ? 2 : 1]), *vector);
  reader.define(instruction, inserts ? builder.CreateInsertElement(
                                           vector, reader.value(instruction.operands[1]), index)
                                     : builder.CreateExtractElement(vector, index));
}

// From one structure to another of the same parts, which may be laid out otherwise.
void read_logical_copy(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id from = reader.type_of(instruction.operands[0]);
  const Types& types = reader.state().types;
  if (types.in_memory(from) != types.in_memory(instruction.type)) {
    return reader.refuse(instruction, "a copy between different layouts is not offered yet");
  }
  reader.define(instruction, reader.value(instruction.operands[0]));
}

}  // namespace

bool read_composite(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::CompositeExtract:
      read_extract(reader, instruction);
      return true;
    case Op::CompositeInsert:
      read_insert(reader, instruction);
      return true;
    case Op::CompositeConstruct:
      read_construct(reader, instruction);
      return true;
    case Op::Undef:
    case Op::PoisonKHR:
      read_constant(reader.state(), instruction);
      return true;
    case Op::CompositeConstructReplicateEXT:
      read_replicate(reader, instruction);
      return true;
    case Op::VectorShuffle:
      read_shuffle(reader, instruction);
      return true;
    case Op::VectorExtractDynamic:
    case Op::VectorInsertDynamic:
      read_dynamic(reader, instruction);
      return true;
    case Op::CopyLogical:
      read_logical_copy(reader, instruction);
      return true;
    case Op::CopyObject:
    case Op::FreezeKHR:
    case Op::ArithmeticFenceEXT:
      reader.define(instruction, reader.value(instruction.operands[0]));
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

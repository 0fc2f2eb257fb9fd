// Reads calculations with pointers.
#include <llvm/IR/Constants.h>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

enum class Inbounds : uint8_t { no, yes };

// The type that a pointer, or each of those in a vector, points to.
cleave::spirv::Id pointee_of(const ReaderState& state, cleave::spirv::Id type) {
  const cleave::spirv::Type& known = state.source.type(type);
  const bool is_vector = known.kind == cleave::spirv::TypeKind::vector;
  return is_vector ? state.source.type(known.element).element : known.element;
}

// Returns the address that indices lead to from a type: a member's number is a constant, an
// element's any value.
llvm::Value* address_of(FunctionReader& reader, llvm::Value* base, cleave::spirv::Id type,
                        llvm::Value* first, std::span<const uint32_t> path, Inbounds inbounds) {
  const ReaderState& state = reader.state();
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::SmallVector<llvm::Value*> indices = {first};
  llvm::Type* start = state.types.in_memory(type);
  for (const cleave::spirv::Id index : path) {
    const cleave::spirv::Type& known = state.source.type(type);
    if (known.kind == cleave::spirv::TypeKind::structure) {
      const uint64_t member = state.source.integer_constant(index).value_or(0);
      indices.push_back(builder.getInt32(static_cast<uint32_t>(member)));
      type = known.members[member];
    } else {
      indices.push_back(reader.value(index));
      type = known.element;
    }
  }
  return inbounds == Inbounds::yes ? builder.CreateInBoundsGEP(start, base, indices)
                                   : builder.CreateGEP(start, base, indices);
}

// clang 22 writes addresses inside of constants so: one index, which counts bytes whatever the
// pointer leads to.
bool counts_bytes(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                  cleave::spirv::Id pointee, std::span<const uint32_t> path) {
  const ReaderState& state = reader.state();
  if (path.size() != 1) return false;
  const cleave::spirv::Id wanted_id = pointee_of(state, instruction.type);
  const cleave::spirv::Type& wanted = state.source.type(wanted_id);
  const auto index = state.source.integer_constant(path[0]);
  if (wanted.kind != cleave::spirv::TypeKind::integer || wanted.bits != 8 || !index) return false;
  const cleave::spirv::Type& known = state.source.type(pointee);
  if (known.kind != cleave::spirv::TypeKind::structure) {
    return state.types.in_memory(known.element) != state.types.in_memory(wanted_id);
  }
  return *index >= known.members.size() || known.members[*index] != wanted_id;
}

// A pointer to a type without a size leads nowhere else.
bool has_size(FunctionReader& reader, cleave::spirv::Id type) {
  const llvm::Type* known = reader.state().types.in_memory(type);
  return known != nullptr && known->isSized();
}

void read_chain(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                Inbounds inbounds, bool has_element) {
  const std::span<const uint32_t> operands = instruction.operands;
  const cleave::spirv::Id pointee = pointee_of(reader.state(), reader.type_of(operands[0]));
  if (!has_size(reader, pointee)) return reader.refuse(instruction);
  llvm::Value* first = has_element ? reader.value(operands[1]) : reader.builder().getInt32(0);
  llvm::Value* base = reader.value(operands[0]);
  const std::span<const uint32_t> path = operands.subspan(has_element ? 2 : 1);
  if (has_element && counts_bytes(reader, instruction, pointee, path)) {
    return reader.define(instruction, reader.builder().CreateGEP(reader.builder().getInt8Ty(), base,
                                                                 reader.value(path[0])));
  }
  reader.define(instruction, address_of(reader, base, pointee, first, path, inbounds));
}

void read_untyped_chain(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                        Inbounds inbounds, bool has_element) {
  const std::span<const uint32_t> operands = instruction.operands;
  if (!has_size(reader, operands[0])) return reader.refuse(instruction);
  llvm::Value* first = has_element ? reader.value(operands[2]) : reader.builder().getInt32(0);
  reader.define(instruction, address_of(reader, reader.value(operands[1]), operands[0], first,
                                        operands.subspan(has_element ? 3 : 2), inbounds));
}

// In elements.
void read_difference(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const ReaderState& state = reader.state();
  const cleave::spirv::Id pointee =
      state.source.type(reader.type_of(instruction.operands[0])).element;
  if (!has_size(reader, pointee) || state.types.bytes(pointee) == 0) {
    return reader.refuse(instruction);
  }
  const auto number = [&](size_t i) {
    return builder.CreatePtrToInt(reader.value(instruction.operands[i]), builder.getInt64Ty());
  };
  llvm::Value* bytes = builder.CreateSub(number(0), number(1));
  llvm::Value* elements =
      builder.CreateExactSDiv(bytes, builder.getInt64(state.types.bytes(pointee)));
  reader.define(instruction, builder.CreateSExtOrTrunc(elements, reader.result_type(instruction)));
}

// By the range that the address lies in, as the language's to_global and its like do.
void read_explicit_cast(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* pointer = reader.value(instruction.operands[0]);
  llvm::Type* type = reader.result_type(instruction);
  const char* name = "__to_global";
  if (type->getPointerAddressSpace() == static_cast<unsigned>(Space::local)) name = "__to_local";
  if (type->getPointerAddressSpace() == static_cast<unsigned>(Space::private_)) {
    name = "__to_private";
  }
  pointer = builder.CreateAddrSpaceCast(pointer, reader.state().types.pointer(Space::generic));
  reader.define(instruction,
                reader.call_mangled(instruction, name, type, {pointer}, CallEffect::none));
}

// The library's answer has one bit where SPIR-V's has the same eight bits higher.
void read_semantics(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* flags =
      reader.call_mangled(instruction, "_Z9get_fencePU3AS4v", builder.getInt32Ty(),
                          {reader.value(instruction.operands[0])}, CallEffect::none);
  if (flags != nullptr) reader.define(instruction, builder.CreateShl(flags, 8));
}

void read_size(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const ReaderState& state = reader.state();
  const cleave::spirv::Id pointee =
      state.source.type(reader.type_of(instruction.operands[0])).element;
  reader.define(instruction, llvm::ConstantInt::get(reader.result_type(instruction),
                                                    state.types.bytes(pointee)));
}

}  // namespace

bool read_address(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::AccessChain:
      read_chain(reader, instruction, Inbounds::no, false);
      return true;
    case Op::InBoundsAccessChain:
      read_chain(reader, instruction, Inbounds::yes, false);
      return true;
    case Op::PtrAccessChain:
      read_chain(reader, instruction, Inbounds::no, true);
      return true;
    case Op::InBoundsPtrAccessChain:
      read_chain(reader, instruction, Inbounds::yes, true);
      return true;
    case Op::UntypedAccessChainKHR:
      read_untyped_chain(reader, instruction, Inbounds::no, false);
      return true;
    case Op::UntypedInBoundsAccessChainKHR:
      read_untyped_chain(reader, instruction, Inbounds::yes, false);
      return true;
    case Op::UntypedPtrAccessChainKHR:
      read_untyped_chain(reader, instruction, Inbounds::no, true);
      return true;
    case Op::UntypedInBoundsPtrAccessChainKHR:
      read_untyped_chain(reader, instruction, Inbounds::yes, true);
      return true;
    case Op::PtrDiff:
      read_difference(reader, instruction);
      return true;
    case Op::PtrCastToGeneric:
    case Op::GenericCastToPtr:
    case Op::PtrCastToCrossWorkgroupINTEL:
    case Op::CrossWorkgroupCastToPtrINTEL:
      reader.define(instruction,
                    reader.builder().CreateAddrSpaceCast(reader.value(instruction.operands[0]),
                                                         reader.result_type(instruction)));
      return true;
    case Op::GenericCastToPtrExplicit:
      read_explicit_cast(reader, instruction);
      return true;
    case Op::GenericPtrMemSemantics:
      read_semantics(reader, instruction);
      return true;
    case Op::SizeOf:
      read_size(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

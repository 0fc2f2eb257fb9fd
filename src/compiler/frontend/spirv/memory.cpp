// Reads variables, loads, stores and copies.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/frontend/spirv/globals.h"
#include "compiler/frontend/spirv/memory_access.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend {
namespace {

using spirv::Op;

void read_local_variable(FunctionReader& reader, const spirv::Instruction& instruction) {
  ReaderState& state = reader.state();
  const spirv::Type& pointer = state.source.type(instruction.type);
  if (pointer.storage != spirv::StorageClass::Function) {
    read_variable(state, instruction);  // local memory that a function declares
    return;
  }
  llvm::Type* type = state.types.in_memory(pointer.element);
  if (type == nullptr || !type->isSized()) return reader.refuse(instruction);
  llvm::Align alignment = state.types.alignment(pointer.element);
  const spirv::DecorationUse* wanted =
      state.source.decoration(instruction.result, spirv::Decoration::Alignment);
  if (wanted != nullptr && llvm::isPowerOf2_32(wanted->operands[0])) {
    alignment = std::max(alignment, llvm::Align(wanted->operands[0]));
  }
  llvm::AllocaInst* variable = reader.temporary(type, alignment);
  reader.define(instruction, variable);
  if (instruction.operands.size() < 2) return;
  store_value(reader, pointer.element, reader.value(instruction.operands[1]), variable);
}

void read_load(FunctionReader& reader, const spirv::Instruction& instruction) {
  const spirv::Id pointer = instruction.operands[0];
  const llvm::Type* type = reader.state().types.in_memory(instruction.type);
  if (type == nullptr || !type->isSized()) return reader.refuse(instruction);
  const AccessMode mode = access_mode(reader, instruction, 1, pointer);
  reader.define(instruction, load_value(reader, instruction.type, reader.value(pointer), mode));
}

void read_store(FunctionReader& reader, const spirv::Instruction& instruction) {
  const spirv::Id pointer = instruction.operands[0];
  const spirv::Id stored = instruction.operands[1];
  const llvm::Type* type = reader.state().types.in_memory(reader.type_of(stored));
  if (type == nullptr || !type->isSized()) return reader.refuse(instruction);
  const AccessMode mode = access_mode(reader, instruction, 2, pointer);
  store_value(reader, reader.type_of(stored), reader.value(stored), reader.value(pointer), mode);
}

// Two sets of memory operands: of the target and the source; one is both's.
void copy(FunctionReader& reader, const spirv::Instruction& instruction, llvm::Value* bytes,
          llvm::Align natural, size_t first_mode) {
  const AccessMode to = access_mode(reader, instruction, first_mode, instruction.operands[0]);
  const bool has_second = first_mode + to.operands < instruction.operands.size();
  const AccessMode from = has_second ? access_mode(reader, instruction, first_mode + to.operands,
                                                   instruction.operands[1])
                                     : to;
  reader.builder().CreateMemCpy(
      reader.value(instruction.operands[0]), to.alignment.value_or(natural),
      reader.value(instruction.operands[1]), from.alignment.value_or(natural), bytes,
      to.is_volatile || from.is_volatile);
}

void read_copy_memory(FunctionReader& reader, const spirv::Instruction& instruction) {
  const ReaderState& state = reader.state();
  const spirv::Id pointee = state.source.type(reader.type_of(instruction.operands[0])).element;
  copy(reader, instruction, reader.builder().getInt64(state.types.bytes(pointee)),
       state.types.alignment(pointee), 2);
}

void read_copy_memory_sized(FunctionReader& reader, const spirv::Instruction& instruction) {
  llvm::Value* bytes = reader.builder().CreateZExtOrTrunc(reader.value(instruction.operands[2]),
                                                          reader.builder().getInt64Ty());
  copy(reader, instruction, bytes, llvm::Align(1), 3);
}

}  // namespace

bool read_memory(FunctionReader& reader, const spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::Variable:
      read_local_variable(reader, instruction);
      return true;
    case Op::Load:
      read_load(reader, instruction);
      return true;
    case Op::Store:
      read_store(reader, instruction);
      return true;
    case Op::CopyMemory:
      read_copy_memory(reader, instruction);
      return true;
    case Op::CopyMemorySized:
      read_copy_memory_sized(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend

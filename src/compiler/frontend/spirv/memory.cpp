// Reads variables, their lifetimes, loads, stores and copies.
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <optional>

#include "compiler/frontend/spirv/globals.h"
#include "compiler/frontend/spirv/memory_access.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

// Memory of the frame for so many objects of the type; nullptr, and a refusal, where there can be
// none.
llvm::AllocaInst* make_variable(FunctionReader& reader,
                                const cleave::spirv::Instruction& instruction, cleave::spirv::Id id,
                                std::optional<uint64_t> count = std::nullopt) {
  const ReaderState& state = reader.state();
  llvm::Type* type = state.types.in_memory(id);
  if (type == nullptr || !type->isSized()) {
    reader.refuse(instruction);
    return nullptr;
  }
  llvm::Align alignment = state.types.alignment(id);
  const cleave::spirv::DecorationUse* wanted =
      state.source.decoration(instruction.result, cleave::spirv::Decoration::Alignment);
  if (wanted != nullptr && llvm::isPowerOf2_32(wanted->operands[0])) {
    alignment = std::max(alignment, llvm::Align(wanted->operands[0]));
  }
  return reader.temporary(count ? llvm::ArrayType::get(type, *count) : type, alignment);
}

void read_local_variable(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id type = type_of_variable(reader.state().source, instruction);
  llvm::AllocaInst* variable = make_variable(reader, instruction, type);
  if (variable == nullptr) return;
  reader.define(instruction, variable);
  const auto initial = initial_value_of(instruction);
  if (initial) store_value(reader, type, reader.value(*initial), variable);
}

// Gives a variable as many bytes as its lifetime is said to have: clang 22 writes one for several
// pointers with the type of one pointer and stores all of them. Handles have one size.
void read_lifetime(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  auto* variable =
      llvm::dyn_cast_or_null<llvm::AllocaInst>(reader.known_value(instruction.operands[0]));
  if (variable == nullptr) return;
  llvm::Type* type = variable->getAllocatedType();
  const uint64_t size = reader.function().getDataLayout().getTypeAllocSize(type);
  const uint64_t wanted = instruction.operands[1];
  if (wanted <= size || size == 0 || type->isTargetExtTy()) return;
  variable->setAllocatedType(llvm::ArrayType::get(type, llvm::divideCeil(wanted, size)));
}

// Frames have a size that is known when code is made, so the length must be too.
void read_length_variable(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const ReaderState& state = reader.state();
  const bool is_typed = instruction.op == Op::VariableLengthArrayINTEL;
  const cleave::spirv::Id type =
      is_typed ? state.source.type(instruction.type).element : instruction.operands[0];
  const auto length = state.source.integer_constant(instruction.operands[is_typed ? 0 : 1]);
  if (!length) return reader.refuse(instruction, "a length that is no constant is not offered");
  if (llvm::SaturatingMultiply(*length, state.types.bytes(type)) > largest_type) {
    return reader.refuse(instruction, "the array is too large");
  }
  reader.define(instruction, make_variable(reader, instruction, type, length));
}

void read_load(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id pointer = instruction.operands[0];
  const llvm::Type* type = reader.state().types.in_memory(instruction.type);
  if (type == nullptr || !type->isSized()) return reader.refuse(instruction);
  const LoadStoreMode mode = access_mode(reader, instruction, 1, pointer);
  reader.define(instruction, load_value(reader, instruction.type, reader.value(pointer), mode));
}

void read_store(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Id pointer = instruction.operands[0];
  const cleave::spirv::Id stored = instruction.operands[1];
  const llvm::Type* type = reader.state().types.in_memory(reader.type_of(stored));
  if (type == nullptr || !type->isSized()) return reader.refuse(instruction);
  const LoadStoreMode mode = access_mode(reader, instruction, 2, pointer);
  store_value(reader, reader.type_of(stored), reader.value(stored), reader.value(pointer), mode);
}

// Two sets of memory operands: of the target and the source; one is both's.
void copy(FunctionReader& reader, const cleave::spirv::Instruction& instruction, llvm::Value* bytes,
          llvm::Align natural, size_t first_mode) {
  const LoadStoreMode to = access_mode(reader, instruction, first_mode, instruction.operands[0]);
  const bool has_second = first_mode + to.operands < instruction.operands.size();
  const LoadStoreMode from = has_second ? access_mode(reader, instruction, first_mode + to.operands,
                                                      instruction.operands[1])
                                        : to;
  reader.builder().CreateMemCpy(
      reader.value(instruction.operands[0]), to.alignment.value_or(natural),
      reader.value(instruction.operands[1]), from.alignment.value_or(natural), bytes,
      to.is_volatile || from.is_volatile);
}

void read_copy_memory(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const ReaderState& state = reader.state();
  const cleave::spirv::Id pointee =
      state.source.type(reader.type_of(instruction.operands[0])).element;
  copy(reader, instruction, reader.builder().getInt64(state.types.bytes(pointee)),
       state.types.alignment(pointee), 2);
}

void read_copy_memory_sized(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::Value* bytes = reader.builder().CreateZExtOrTrunc(reader.value(instruction.operands[2]),
                                                          reader.builder().getInt64Ty());
  copy(reader, instruction, bytes, llvm::Align(1), 3);
}

bool is_length_variable(const cleave::spirv::Instruction& instruction) {
  return instruction.op == Op::VariableLengthArrayINTEL ||
         instruction.op == Op::UntypedVariableLengthArrayINTEL;
}

bool gives_memory_back(const cleave::spirv::Instruction& instruction) {
  return instruction.op == Op::RestoreMemoryINTEL;
}

bool is_in_cycle(const llvm::BasicBlock& block) {
  return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* next) {
    return llvm::isPotentiallyReachable(next, &block);
  });
}

}  // namespace

void refuse_growing_arrays(FunctionReader& reader, const cleave::spirv::Function& source) {
  if (!reader.state().source.declares(cleave::spirv::Capability::VariableLengthArrayINTEL)) return;
  for (const cleave::spirv::BasicBlock& block : source.blocks) {
    if (std::ranges::any_of(block.instructions, gives_memory_back)) return;
  }
  for (const cleave::spirv::BasicBlock& block : source.blocks) {
    const auto array = std::ranges::find_if(block.instructions, is_length_variable);
    if (array == block.instructions.end() || !is_in_cycle(*reader.block(block.label))) continue;
    reader.refuse(*array, "an array for each iteration of a loop is not offered");
  }
}

llvm::Value* module_variable(FunctionReader& reader, const cleave::spirv::Instruction& variable) {
  llvm::IRBuilderBase& builder = reader.builder();
  const llvm::IRBuilderBase::InsertPointGuard guard(builder);
  builder.SetInsertPoint(&reader.function().getEntryBlock());
  builder.SetCurrentDebugLocation(llvm::DebugLoc());
  read_local_variable(reader, variable);
  return reader.known_value(variable.result);
}

bool read_memory(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::Variable:
    case Op::UntypedVariableKHR:
      read_local_variable(reader, instruction);
      return true;
    case Op::LifetimeStart:
      read_lifetime(reader, instruction);
      return true;
    case Op::VariableLengthArrayINTEL:
    case Op::UntypedVariableLengthArrayINTEL:
      read_length_variable(reader, instruction);
      return true;
    case Op::SaveMemoryINTEL:  // arrays keep their memory in the frame
      reader.define(instruction, llvm::Constant::getNullValue(reader.result_type(instruction)));
      return true;
    case Op::RestoreMemoryINTEL:
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

}  // namespace cleave::compiler::frontend::spirv

// Reads loads and stores that a condition allows: predicated ones, and those of vectors of pointers
// under a mask.
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/frontend/spirv/memory_access.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

// Emits what `act` does under a branch. Nothing is touched where the condition is false.
void emit_if(FunctionReader& reader, llvm::Value* condition, llvm::function_ref<void()> act) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::LLVMContext& context = builder.getContext();
  auto* then = llvm::BasicBlock::Create(context, "", &reader.function());
  auto* behind = llvm::BasicBlock::Create(context, "", &reader.function());
  builder.CreateCondBr(condition, then, behind);
  builder.SetInsertPoint(then);
  act();
  builder.CreateBr(behind);
  builder.SetInsertPoint(behind);
}

llvm::Value* load_if(FunctionReader& reader, llvm::Value* condition, cleave::spirv::Id type,
                     llvm::Value* pointer, const LoadStoreMode& mode, llvm::Value* otherwise) {
  if (reader.state().types.is_composite(type)) {
    llvm::AllocaInst* own = reader.temporary(type);
    reader.copy_composite(type, own, otherwise);
    emit_if(reader, condition,
            [&] { reader.copy_composite(type, own, load_value(reader, type, pointer, mode)); });
    return own;
  }
  llvm::BasicBlock* before = reader.builder().GetInsertBlock();
  llvm::Value* loaded = nullptr;
  emit_if(reader, condition, [&] { loaded = load_value(reader, type, pointer, mode); });
  llvm::PHINode* value = reader.builder().CreatePHI(loaded->getType(), 2);
  value->addIncoming(otherwise, before);
  value->addIncoming(loaded, llvm::cast<llvm::Instruction>(loaded)->getParent());
  return value;
}

bool has_size(FunctionReader& reader, cleave::spirv::Id type) {
  const llvm::Type* known = reader.state().types.in_memory(type);
  return known != nullptr && known->isSized();
}

void read_predicated_load(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  if (!has_size(reader, instruction.type)) return reader.refuse(instruction);
  const LoadStoreMode mode = access_mode(reader, instruction, 3, operands[0]);
  reader.define(instruction, load_if(reader, reader.value(operands[1]), instruction.type,
                                     reader.value(operands[0]), mode, reader.value(operands[2])));
}

void read_predicated_store(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  const cleave::spirv::Id type = reader.type_of(operands[1]);
  if (!has_size(reader, type)) return reader.refuse(instruction);
  const LoadStoreMode mode = access_mode(reader, instruction, 3, operands[0]);
  llvm::Value* pointer = reader.value(operands[0]);
  llvm::Value* stored = reader.value(operands[1]);
  emit_if(reader, reader.value(operands[2]),
          [&] { store_value(reader, type, stored, pointer, mode); });
}

// An alignment of 0 is that of the type.
LoadStoreMode mode_of_elements(uint32_t alignment) {
  LoadStoreMode mode;
  mode.alignment = llvm::MaybeAlign(alignment);
  return mode;
}

void read_gather(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const cleave::spirv::Type& type = reader.state().source.type(instruction.type);
  llvm::Value* pointers = reader.value(instruction.operands[0]);
  const LoadStoreMode mode = mode_of_elements(instruction.operands[1]);
  llvm::Value* mask = reader.value(instruction.operands[2]);
  llvm::Value* result = reader.value(instruction.operands[3]);
  for (uint64_t i = 0; i < type.count; ++i) {
    llvm::Value* pointer = builder.CreateExtractElement(pointers, i);
    llvm::Value* element = load_if(reader, builder.CreateExtractElement(mask, i), type.element,
                                   pointer, mode, builder.CreateExtractElement(result, i));
    result = builder.CreateInsertElement(result, element, i);
  }
  reader.define(instruction, result);
}

// If two pointers are equal, the later element stays.
void read_scatter(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const cleave::spirv::Type& type =
      reader.state().source.type(reader.type_of(instruction.operands[0]));
  llvm::Value* values = reader.value(instruction.operands[0]);
  llvm::Value* pointers = reader.value(instruction.operands[1]);
  const LoadStoreMode mode = mode_of_elements(instruction.operands[2]);
  llvm::Value* mask = reader.value(instruction.operands[3]);
  for (uint64_t i = 0; i < type.count; ++i) {
    llvm::Value* pointer = builder.CreateExtractElement(pointers, i);
    llvm::Value* stored = builder.CreateExtractElement(values, i);
    emit_if(reader, builder.CreateExtractElement(mask, i),
            [&] { store_value(reader, type.element, stored, pointer, mode); });
  }
}

}  // namespace

bool read_masked_memory(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::PredicatedLoadINTEL:
      read_predicated_load(reader, instruction);
      return true;
    case Op::PredicatedStoreINTEL:
      read_predicated_store(reader, instruction);
      return true;
    case Op::MaskedGatherINTEL:
      read_gather(reader, instruction);
      return true;
    case Op::MaskedScatterINTEL:
      read_scatter(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

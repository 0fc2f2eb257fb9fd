// Reads atomic instructions. Every scope is widened to all devices, as the built-in library does.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include "compiler/frontend/spirv/memory_semantics.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;
using llvm::AtomicRMWInst;

std::optional<AtomicRMWInst::BinOp> update_of(Op op) {
  switch (op) {
    case Op::AtomicExchange:
      return AtomicRMWInst::Xchg;
    case Op::AtomicIIncrement:
    case Op::AtomicIAdd:
      return AtomicRMWInst::Add;
    case Op::AtomicIDecrement:
    case Op::AtomicISub:
      return AtomicRMWInst::Sub;
    case Op::AtomicSMin:
      return AtomicRMWInst::Min;
    case Op::AtomicUMin:
      return AtomicRMWInst::UMin;
    case Op::AtomicSMax:
      return AtomicRMWInst::Max;
    case Op::AtomicUMax:
      return AtomicRMWInst::UMax;
    case Op::AtomicAnd:
      return AtomicRMWInst::And;
    case Op::AtomicOr:
      return AtomicRMWInst::Or;
    case Op::AtomicXor:
      return AtomicRMWInst::Xor;
    case Op::AtomicFAddEXT:
      return AtomicRMWInst::FAdd;
    case Op::AtomicFMinEXT:
      return AtomicRMWInst::FMin;
    case Op::AtomicFMaxEXT:
      return AtomicRMWInst::FMax;
    default:
      return std::nullopt;
  }
}

llvm::Align natural_alignment(const llvm::Type& type) {
  return llvm::Align(type.getPrimitiveSizeInBits().getFixedValue() / 8);
}

void read_update(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                 AtomicRMWInst::BinOp update) {
  const std::span<const uint32_t> operands = instruction.operands;
  llvm::Type* type = reader.result_type(instruction);
  llvm::Value* value =
      operands.size() > 3 ? reader.value(operands[3]) : llvm::ConstantInt::get(type, 1);
  reader.define(instruction, reader.builder().CreateAtomicRMW(update, reader.value(operands[0]),
                                                              value, natural_alignment(*type),
                                                              ordering_of(reader, operands[2])));
}

// A load releases nothing and a store acquires nothing, whatever the module says.
void read_atomic_load(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::Type* type = reader.result_type(instruction);
  llvm::LoadInst* load = reader.builder().CreateAlignedLoad(
      type, reader.value(instruction.operands[0]), natural_alignment(*type));
  load->setAtomic(ordering_of_load(ordering_of(reader, instruction.operands[2])));
  reader.define(instruction, load);
}

void store_atomically(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      llvm::Value* value) {
  llvm::StoreInst* store = reader.builder().CreateAlignedStore(
      value, reader.value(instruction.operands[0]), natural_alignment(*value->getType()));
  const llvm::AtomicOrdering ordering = ordering_of(reader, instruction.operands[2]);
  const bool acquires = ordering == llvm::AtomicOrdering::Acquire;
  store->setAtomic(acquires || ordering == llvm::AtomicOrdering::AcquireRelease
                       ? llvm::AtomicOrdering::Release
                       : ordering);
}

void read_exchange_if(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const std::span<const uint32_t> operands = instruction.operands;
  llvm::Type* type = reader.result_type(instruction);
  llvm::Value* exchange = builder.CreateAtomicCmpXchg(
      reader.value(operands[0]), reader.value(operands[5]), reader.value(operands[4]),
      natural_alignment(*type), ordering_of(reader, operands[2]),
      ordering_of_load(ordering_of(reader, operands[3])));
  reader.define(instruction, builder.CreateExtractValue(exchange, 0));
}

void read_flag_test(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* before = builder.CreateAtomicRMW(
      AtomicRMWInst::Xchg, reader.value(instruction.operands[0]), builder.getInt32(1),
      llvm::Align(4), ordering_of(reader, instruction.operands[2]));
  reader.define(instruction, builder.CreateICmpNE(before, builder.getInt32(0)));
}

}  // namespace

bool read_atomic(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  if (const auto update = update_of(instruction.op)) {
    read_update(reader, instruction, *update);
    return true;
  }
  switch (instruction.op) {
    case Op::AtomicLoad:
      read_atomic_load(reader, instruction);
      return true;
    case Op::AtomicStore:
      store_atomically(reader, instruction, reader.value(instruction.operands[3]));
      return true;
    case Op::AtomicCompareExchange:
    case Op::AtomicCompareExchangeWeak:
      read_exchange_if(reader, instruction);
      return true;
    case Op::AtomicFlagTestAndSet:
      read_flag_test(reader, instruction);
      return true;
    case Op::AtomicFlagClear:
      store_atomically(reader, instruction, reader.builder().getInt32(0));
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

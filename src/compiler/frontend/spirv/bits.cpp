// Reads shifts and instructions about single bits.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

// A shift by the width or more has some value, as in OpenCL C: that by the distance's low bits.
llvm::Value* shifted(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* value = reader.value(instruction.operands[0]);
  llvm::Type* type = value->getType();
  llvm::Value* distance = builder.CreateZExtOrTrunc(reader.value(instruction.operands[1]), type);
  distance =
      builder.CreateAnd(distance, llvm::ConstantInt::get(type, type->getScalarSizeInBits() - 1));
  switch (instruction.op) {
    case Op::ShiftLeftLogical:
      return builder.CreateShl(value, distance);
    case Op::ShiftRightLogical:
      return builder.CreateLShr(value, distance);
    default:
      return builder.CreateAShr(value, distance);
  }
}

llvm::Value* bit_count(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* count =
      builder.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, reader.value(instruction.operands[0]));
  return builder.CreateZExtOrTrunc(count, reader.result_type(instruction));
}

// Their offsets and counts are uint in the language.
llvm::Value* bit_field(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const std::span<const uint32_t> operands = instruction.operands;
  llvm::SmallVector<BuiltInArgument> arguments;
  const bool inserts = instruction.op == Op::BitFieldInsert;
  const bool is_signed = instruction.op == Op::BitFieldSExtract;
  const size_t values = inserts ? 2 : 1;
  for (size_t i = 0; i < values; ++i) arguments.push_back(reader.argument(operands[i], is_signed));
  for (size_t i = values; i < values + 2; ++i) {
    llvm::Value* number = reader.value(operands[i]);
    number = builder.CreateZExtOrTrunc(number, builder.getInt32Ty());
    arguments.push_back(reader.argument(number, false));
  }
  const char* name = inserts     ? "bitfield_insert"
                     : is_signed ? "bitfield_extract_signed"
                                 : "bitfield_extract_unsigned";
  return reader.call(instruction, name, reader.result_type(instruction), arguments,
                     CallEffect::none);
}

// A table of eight bits says what three bits give.
llvm::Value* bit_function(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* const inputs[] = {reader.value(instruction.operands[0]),
                                 reader.value(instruction.operands[1]),
                                 reader.value(instruction.operands[2])};
  const uint64_t table =
      reader.state().source.integer_constant(instruction.operands[3]).value_or(0);
  llvm::Value* result = llvm::Constant::getNullValue(inputs[0]->getType());
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1) == 0) continue;
    llvm::Value* all = nullptr;
    for (unsigned i = 0; i < 3; ++i) {
      const bool is_set = (row >> (2 - i) & 1) != 0;
      llvm::Value* term = is_set ? inputs[i] : builder.CreateNot(inputs[i]);
      all = all == nullptr ? term : builder.CreateAnd(all, term);
    }
    result = builder.CreateOr(result, all);
  }
  return result;
}

}  // namespace

bool read_bits(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::ShiftLeftLogical:
    case Op::ShiftRightLogical:
    case Op::ShiftRightArithmetic:
      reader.define(instruction, shifted(reader, instruction));
      return true;
    case Op::BitCount:
      reader.define(instruction, bit_count(reader, instruction));
      return true;
    case Op::BitReverse:
      reader.define(instruction,
                    reader.builder().CreateUnaryIntrinsic(llvm::Intrinsic::bitreverse,
                                                          reader.value(instruction.operands[0])));
      return true;
    case Op::BitFieldInsert:
    case Op::BitFieldSExtract:
    case Op::BitFieldUExtract:
      reader.define(instruction, bit_field(reader, instruction));
      return true;
    case Op::BitwiseFunctionINTEL:
      reader.define(instruction, bit_function(reader, instruction));
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

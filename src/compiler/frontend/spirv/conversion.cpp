// Reads conversions between numbers, and between numbers and pointers.
#include <llvm/IR/Constants.h>

#include <string>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

std::optional<llvm::Instruction::CastOps> plain_cast(Op op) {
  switch (op) {
    case Op::ConvertFToU:
      return llvm::Instruction::FPToUI;  // freeze_conversions sees to what does not fit
    case Op::ConvertFToS:
      return llvm::Instruction::FPToSI;
    case Op::ConvertSToF:
      return llvm::Instruction::SIToFP;
    case Op::ConvertUToF:
      return llvm::Instruction::UIToFP;
    default:
      return std::nullopt;
  }
}

struct Signs {
  bool from = true;
  bool to = true;
};

Signs signs_of(Op op) {
  switch (op) {
    case Op::ConvertFToU:
      return {.from = true, .to = false};
    case Op::ConvertUToF:
      return {.from = false, .to = true};
    case Op::UConvert:
      return {.from = false, .to = false};
    case Op::SatConvertSToU:
      return {.from = true, .to = false};
    case Op::SatConvertUToS:
      return {.from = false, .to = true};
    default:
      return {};
  }
}

std::string type_word(const llvm::Type& type, bool is_signed) {
  std::string word;
  if (type.isFPOrFPVectorTy()) {
    const unsigned bits = type.getScalarSizeInBits();
    word = bits == 16 ? "half" : bits == 32 ? "float" : "double";
  } else {
    if (!is_signed) word = "u";
    const unsigned bits = type.getScalarSizeInBits();
    word += bits == 8 ? "char" : bits == 16 ? "short" : bits == 32 ? "int" : "long";
  }
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
  return vector == nullptr ? word : word + std::to_string(vector->getNumElements());
}

// convert_uchar4_sat_rte and its like.
void read_by_function(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                      bool saturates, const cleave::spirv::DecorationUse* rounding) {
  const Signs signs = signs_of(instruction.op);
  llvm::Type* type = reader.result_type(instruction);
  std::string name = "convert_" + type_word(*type, signs.to);
  if (saturates) name += "_sat";
  if (rounding != nullptr) {
    name += rounding_suffix(static_cast<cleave::spirv::FPRoundingMode>(rounding->operands[0]));
  }
  reader.define(instruction, reader.call(instruction, name, type,
                                         {reader.argument(instruction.operands[0], signs.from)},
                                         CallEffect::none));
}

void read_number(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  const cleave::spirv::Module& source = reader.state().source;
  const bool saturates =
      instruction.op == Op::SatConvertSToU || instruction.op == Op::SatConvertUToS ||
      source.decoration(instruction.result, cleave::spirv::Decoration::SaturatedConversion) !=
          nullptr;
  const cleave::spirv::DecorationUse* rounding =
      source.decoration(instruction.result, cleave::spirv::Decoration::FPRoundingMode);
  if (saturates || rounding != nullptr) {
    return read_by_function(reader, instruction, saturates, rounding);
  }
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* value = reader.value(instruction.operands[0]);
  llvm::Type* type = reader.result_type(instruction);
  if (const auto cast = plain_cast(instruction.op)) {
    reader.define(instruction, builder.CreateCast(*cast, value, type));
  } else if (instruction.op == Op::UConvert) {
    reader.define(instruction, builder.CreateZExtOrTrunc(value, type));
  } else if (instruction.op == Op::SConvert) {
    reader.define(instruction, builder.CreateSExtOrTrunc(value, type));
  } else {
    reader.define(instruction, builder.CreateFPCast(value, type));
  }
}

// Between pointers of one space nothing happens; a vector may take another's bits.
void read_bitcast(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* value = reader.value(instruction.operands[0]);
  llvm::Type* from = value->getType();
  llvm::Type* to = reader.result_type(instruction);
  if (from->isPtrOrPtrVectorTy() && to->isPtrOrPtrVectorTy()) {
    reader.define(instruction, builder.CreateAddrSpaceCast(value, to));
  } else if (from->isPtrOrPtrVectorTy()) {
    value = builder.CreatePtrToInt(value, from->getWithNewType(builder.getInt64Ty()));
    reader.define(instruction, builder.CreateBitCast(value, to));
  } else if (to->isPtrOrPtrVectorTy()) {
    value = builder.CreateBitCast(value, to->getWithNewType(builder.getInt64Ty()));
    reader.define(instruction, builder.CreateIntToPtr(value, to));
  } else {
    reader.define(instruction, builder.CreateBitCast(value, to));
  }
}

}  // namespace

bool read_conversion(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  switch (instruction.op) {
    case Op::ConvertFToU:
    case Op::ConvertFToS:
    case Op::ConvertSToF:
    case Op::ConvertUToF:
    case Op::UConvert:
    case Op::SConvert:
    case Op::FConvert:
    case Op::SatConvertSToU:
    case Op::SatConvertUToS:
      read_number(reader, instruction);
      return true;
    case Op::ConvertPtrToU:
      reader.define(instruction, builder.CreatePtrToInt(reader.value(instruction.operands[0]),
                                                        reader.result_type(instruction)));
      return true;
    case Op::ConvertUToPtr:
      reader.define(instruction, builder.CreateIntToPtr(reader.value(instruction.operands[0]),
                                                        reader.result_type(instruction)));
      return true;
    case Op::Bitcast:
      read_bitcast(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

// Reads single instructions of extensions: dot products, bfloat16, the clock.
#include <llvm/IR/Constants.h>

#include <string>

#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

struct DotSigns {
  bool left = true;
  bool right = true;
};

DotSigns dot_signs(Op op) {
  if (op == Op::UDot || op == Op::UDotAccSat) return {.left = false, .right = false};
  if (op == Op::SUDot || op == Op::SUDotAccSat) return {.left = true, .right = false};
  return {};
}

bool accumulates(Op op) {
  return op == Op::SDotAccSat || op == Op::UDotAccSat || op == Op::SUDotAccSat;
}

// Four numbers of a byte each may come in one word.
llvm::Value* unpacked(llvm::IRBuilderBase& builder, llvm::Value* value) {
  if (value->getType()->isVectorTy()) return value;
  return builder.CreateBitCast(value, llvm::FixedVectorType::get(builder.getInt8Ty(), 4));
}

// In 64 bits nothing overflows of what the products of up to 16 numbers of 16 bits come to.
llvm::Value* integer_dot(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                         llvm::Type* type) {
  llvm::IRBuilderBase& builder = reader.builder();
  const DotSigns signs = dot_signs(instruction.op);
  llvm::Value* left = unpacked(builder, reader.value(instruction.operands[0]));
  llvm::Value* right = unpacked(builder, reader.value(instruction.operands[1]));
  const unsigned count = llvm::cast<llvm::FixedVectorType>(left->getType())->getNumElements();
  llvm::Value* sum = llvm::ConstantInt::get(type, 0);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* one =
        builder.CreateIntCast(builder.CreateExtractElement(left, i), type, signs.left);
    llvm::Value* other =
        builder.CreateIntCast(builder.CreateExtractElement(right, i), type, signs.right);
    sum = builder.CreateAdd(sum, builder.CreateMul(one, other));
  }
  return sum;
}

void read_integer_dot(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Type* type = reader.result_type(instruction);
  if (!accumulates(instruction.op)) {
    return reader.define(instruction, integer_dot(reader, instruction, type));
  }
  if (type->getIntegerBitWidth() > 32) {
    return reader.refuse(instruction, "a sum of 64 bits that saturates is not offered yet");
  }
  const bool is_signed = instruction.op != Op::UDotAccSat;
  llvm::Type* wide = builder.getInt64Ty();
  llvm::Value* sum = builder.CreateAdd(
      integer_dot(reader, instruction, wide),
      builder.CreateIntCast(reader.value(instruction.operands[2]), wide, is_signed));
  const unsigned bits = type->getIntegerBitWidth();
  const llvm::APInt most = is_signed ? llvm::APInt::getSignedMaxValue(bits).sext(64)
                                     : llvm::APInt::getMaxValue(bits).zext(64);
  const llvm::APInt least =
      is_signed ? llvm::APInt::getSignedMinValue(bits).sext(64) : llvm::APInt(64, 0);
  llvm::Value* upper = llvm::ConstantInt::get(wide, most);
  llvm::Value* lower = llvm::ConstantInt::get(wide, least);
  sum = builder.CreateSelect(builder.CreateICmpSGT(sum, upper), upper, sum);
  sum = builder.CreateSelect(builder.CreateICmpSLT(sum, lower), lower, sum);
  reader.define(instruction, builder.CreateTrunc(sum, type));
}

// intel_convert_bfloat164_as_ushort4 and its like.
void read_bfloat(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::Type* type = reader.result_type(instruction);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const std::string count = vector == nullptr ? "" : std::to_string(vector->getNumElements());
  const bool is_from = instruction.op == Op::ConvertBF16ToFINTEL;
  const std::string name = is_from ? "intel_convert_as_bfloat16" + count + "_float" + count
                                   : "intel_convert_bfloat16" + count + "_as_ushort" + count;
  reader.define(instruction,
                reader.call(instruction, name, type,
                            {reader.argument(instruction.operands[0], false)}, CallEffect::none));
}

void read_clock(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::Type* type = reader.result_type(instruction);
  const auto scope = reader.state().source.integer_constant(instruction.operands[0]);
  if (!scope) return reader.refuse(instruction, "a scope that is no constant is not offered");
  std::string name = type->isVectorTy() ? "clock_read_hilo_" : "clock_read_";
  switch (static_cast<cleave::spirv::Scope>(*scope)) {
    case cleave::spirv::Scope::Device:
      name += "device";
      break;
    case cleave::spirv::Scope::Workgroup:
      name += "work_group";
      break;
    case cleave::spirv::Scope::Subgroup:
      name += "sub_group";
      break;
    default:
      return reader.refuse(instruction, "this scope is not offered");
  }
  reader.define(instruction, reader.call(instruction, name, type, {}));
}

}  // namespace

bool read_miscellany(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  switch (instruction.op) {
    case Op::SDot:
    case Op::UDot:
    case Op::SUDot:
    case Op::SDotAccSat:
    case Op::UDotAccSat:
    case Op::SUDotAccSat:
      read_integer_dot(reader, instruction);
      return true;
    case Op::ConvertFToBF16INTEL:
    case Op::ConvertBF16ToFINTEL:
      read_bfloat(reader, instruction);
      return true;
    case Op::ReadClockKHR:
      read_clock(reader, instruction);
      return true;
    default:
      return false;
  }
}

}  // namespace cleave::compiler::frontend::spirv

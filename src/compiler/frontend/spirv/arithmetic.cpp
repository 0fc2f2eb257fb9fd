// Reads arithmetic, comparisons and tests of numbers.
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/frontend/spirv/float_flags.h"
#include "compiler/frontend/spirv/readers.h"

namespace cleave::compiler::frontend::spirv {
namespace {

using cleave::spirv::Op;

std::optional<llvm::Instruction::BinaryOps> binary_opcode(Op op) {
  switch (op) {
#define CLEAVE_BINARY(name, opcode) \
  case Op::name:                    \
    return llvm::Instruction::opcode;
#include "compiler/frontend/spirv/arithmetic.def"
    default:
      return std::nullopt;
  }
}

std::optional<llvm::CmpInst::Predicate> predicate_of(Op op) {
  switch (op) {
#define CLEAVE_COMPARISON(name, predicate) \
  case Op::name:                           \
    return llvm::CmpInst::predicate;
#include "compiler/frontend/spirv/arithmetic.def"
    default:
      return std::nullopt;
  }
}

// Wraps without consequences unless the module says that it does not wrap.
llvm::Value* with_wrap_flags(FunctionReader& reader, const cleave::spirv::Instruction& instruction,
                             llvm::Value* value) {
  auto* made = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(value);
  auto* written = llvm::dyn_cast<llvm::Instruction>(value);
  if (made == nullptr || written == nullptr) return value;
  const auto has = [&](cleave::spirv::Decoration decoration) {
    return reader.state().source.decoration(instruction.result, decoration) != nullptr;
  };
  if (has(cleave::spirv::Decoration::NoSignedWrap)) written->setHasNoSignedWrap();
  if (has(cleave::spirv::Decoration::NoUnsignedWrap)) written->setHasNoUnsignedWrap();
  return value;
}

llvm::Value* splat(FunctionReader& reader, llvm::Value* scalar, const llvm::Type& like) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(&like);
  if (vector == nullptr) return scalar;
  return reader.builder().CreateVectorSplat(vector->getNumElements(), scalar);
}

// The remainder with the divisor's sign, of one with the dividend's.
llvm::Value* modulo_of(llvm::IRBuilderBase& builder, llvm::Value* remainder, llvm::Value* divisor) {
  llvm::Value* zero = llvm::Constant::getNullValue(remainder->getType());
  if (remainder->getType()->isFPOrFPVectorTy()) {
    llvm::Value* differ = builder.CreateXor(builder.CreateFCmpOLT(remainder, zero),
                                            builder.CreateFCmpOLT(divisor, zero));
    llvm::Value* adjusts = builder.CreateAnd(builder.CreateFCmpUNE(remainder, zero), differ);
    return builder.CreateSelect(adjusts, builder.CreateFAdd(remainder, divisor), remainder);
  }
  llvm::Value* differ = builder.CreateICmpSLT(builder.CreateXor(remainder, divisor), zero);
  llvm::Value* adjusts = builder.CreateAnd(builder.CreateICmpNE(remainder, zero), differ);
  return builder.CreateSelect(adjusts, builder.CreateAdd(remainder, divisor), remainder);
}

// LLVM's frem would be a call of the C library.
llvm::Value* float_remainder(FunctionReader& reader,
                             const cleave::spirv::Instruction& instruction) {
  const std::span<const uint32_t> operands = instruction.operands;
  llvm::Value* remainder = reader.call(
      instruction, "fmod", reader.result_type(instruction),
      {reader.argument(operands[0], true), reader.argument(operands[1], true)}, CallEffect::none);
  if (remainder == nullptr || instruction.op == Op::FRem) return remainder;
  return modulo_of(reader.builder(), remainder, reader.value(operands[1]));
}

// In order, as the built-in function has it where there is one.
llvm::Value* dot(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* left = reader.value(instruction.operands[0]);
  llvm::Value* right = reader.value(instruction.operands[1]);
  const unsigned count = llvm::cast<llvm::FixedVectorType>(left->getType())->getNumElements();
  if (count <= 4) {
    return reader.call(instruction, "dot", reader.result_type(instruction),
                       {reader.argument(left, true), reader.argument(right, true)},
                       CallEffect::none);
  }
  llvm::Value* products = builder.CreateFMul(left, right);
  llvm::Value* sum = builder.CreateExtractElement(products, uint64_t{0});
  for (unsigned i = 1; i < count; ++i) {
    sum = builder.CreateFAdd(sum, builder.CreateExtractElement(products, i));
  }
  return sum;
}

// Two numbers in a structure: the low half, or the sum, and what goes beyond it.
void define_extended(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* left = reader.value(instruction.operands[0]);
  llvm::Value* right = reader.value(instruction.operands[1]);
  llvm::Type* type = left->getType();
  llvm::Value* low = nullptr;
  llvm::Value* high = nullptr;
  if (instruction.op == Op::IAddCarry) {
    low = builder.CreateAdd(left, right);
    high = builder.CreateZExt(builder.CreateICmpULT(low, left), type);
  } else if (instruction.op == Op::ISubBorrow) {
    low = builder.CreateSub(left, right);
    high = builder.CreateZExt(builder.CreateICmpULT(left, right), type);
  } else {
    const bool is_signed = instruction.op == Op::SMulExtended;
    low = builder.CreateMul(left, right);
    high = reader.call(instruction, "mul_hi", type,
                       {reader.argument(left, is_signed), reader.argument(right, is_signed)},
                       CallEffect::none);
    if (high == nullptr) return;
  }
  llvm::AllocaInst* pair = reader.temporary(instruction.type);
  llvm::Type* structure = pair->getAllocatedType();
  builder.CreateStore(low, builder.CreateStructGEP(structure, pair, 0));
  builder.CreateStore(high, builder.CreateStructGEP(structure, pair, 1));
  reader.define(instruction, pair);
}

llvm::Value* absolute(llvm::IRBuilderBase& builder, llvm::Value* value) {
  return builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value);
}

// isnan and its like.
llvm::Value* test_of(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* value = reader.value(instruction.operands[0]);
  llvm::Type* type = value->getType();
  llvm::Constant* infinity = llvm::ConstantFP::getInfinity(type);
  switch (instruction.op) {
    case Op::IsNan:
      return builder.CreateFCmpUNO(value, value);
    case Op::IsInf:
      return builder.CreateFCmpOEQ(absolute(builder, value), infinity);
    case Op::IsFinite:
      return builder.CreateFCmpOLT(absolute(builder, value), infinity);
    case Op::IsNormal: {
      const llvm::APFloat least =
          llvm::APFloat::getSmallestNormalized(type->getScalarType()->getFltSemantics());
      llvm::Value* magnitude = absolute(builder, value);
      return builder.CreateAnd(
          builder.CreateFCmpOLT(magnitude, infinity),
          builder.CreateFCmpOGE(magnitude, llvm::ConstantFP::get(type, least)));
    }
    default: {  // SignBitSet
      llvm::Type* bits = type->getWithNewType(builder.getIntNTy(type->getScalarSizeInBits()));
      return builder.CreateICmpSLT(builder.CreateBitCast(value, bits),
                                   llvm::Constant::getNullValue(bits));
    }
  }
}

llvm::Value* any_or_all(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  llvm::Value* tested = reader.value(instruction.operands[0]);
  llvm::Type* type = tested->getType();
  if (!type->getScalarType()->isIntegerTy(1)) {  // numbers, as OpenCL C has them
    tested = builder.CreateICmpSLT(tested, llvm::Constant::getNullValue(type));
  }
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return tested;
  llvm::Value* result = builder.CreateExtractElement(tested, uint64_t{0});
  for (unsigned i = 1; i < vector->getNumElements(); ++i) {
    llvm::Value* one = builder.CreateExtractElement(tested, i);
    result =
        instruction.op == Op::Any ? builder.CreateOr(result, one) : builder.CreateAnd(result, one);
  }
  return result;
}

// Element by element where the condition is a vector, also for pointers and composites.
llvm::Value* selected(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  return reader.builder().CreateSelect(reader.value(instruction.operands[0]),
                                       reader.value(instruction.operands[1]),
                                       reader.value(instruction.operands[2]));
}

llvm::Value* read_other(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const auto operand = [&](size_t i) { return reader.value(instruction.operands[i]); };
  switch (instruction.op) {
    case Op::SNegate:
      return with_wrap_flags(reader, instruction, builder.CreateNeg(operand(0)));
    case Op::FNegate:
      return builder.CreateFNeg(operand(0));
    case Op::SMod:
      return modulo_of(builder, builder.CreateSRem(operand(0), operand(1)), operand(1));
    case Op::FRem:
    case Op::FMod:
      return float_remainder(reader, instruction);
    case Op::VectorTimesScalar: {
      llvm::Value* vector = operand(0);
      return builder.CreateFMul(vector, splat(reader, operand(1), *vector->getType()));
    }
    case Op::Dot:
      return dot(reader, instruction);
    case Op::FmaKHR:
      return reader.call(instruction, "fma", reader.result_type(instruction),
                         {reader.argument(operand(0), true), reader.argument(operand(1), true),
                          reader.argument(operand(2), true)},
                         CallEffect::none);
    case Op::Not:
    case Op::LogicalNot:
      return builder.CreateNot(operand(0));
    case Op::Any:
    case Op::All:
      return any_or_all(reader, instruction);
    case Op::Select:
      return selected(reader, instruction);
    case Op::IsNan:
    case Op::IsInf:
    case Op::IsFinite:
    case Op::IsNormal:
    case Op::SignBitSet:
      return test_of(reader, instruction);
    default:
      return nullptr;
  }
}

bool is_extended(Op op) {
  return op == Op::IAddCarry || op == Op::ISubBorrow || op == Op::UMulExtended ||
         op == Op::SMulExtended;
}

}  // namespace

bool read_arithmetic(FunctionReader& reader, const cleave::spirv::Instruction& instruction) {
  llvm::IRBuilderBase& builder = reader.builder();
  const FloatFlags flags(reader, instruction);
  if (const auto opcode = binary_opcode(instruction.op)) {
    llvm::Value* made = builder.CreateBinOp(*opcode, reader.value(instruction.operands[0]),
                                            reader.value(instruction.operands[1]));
    reader.define(instruction, with_wrap_flags(reader, instruction, made));
    return true;
  }
  if (const auto predicate = predicate_of(instruction.op)) {
    reader.define(instruction, builder.CreateCmp(*predicate, reader.value(instruction.operands[0]),
                                                 reader.value(instruction.operands[1])));
    return true;
  }
  if (is_extended(instruction.op)) {
    define_extended(reader, instruction);
    return true;
  }
  llvm::Value* made = read_other(reader, instruction);
  reader.define(instruction, made);
  return made != nullptr || reader.state().refusals.any();
}

}  // namespace cleave::compiler::frontend::spirv

#include "compiler/pass/late/divide_in_reals.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <map>
#include <tuple>

namespace cleave::compiler::pass {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned most_bits = 32, most_bits_of_float = 16;
constexpr unsigned least_lanes = 4;  // fewer are divided as fast one by one

bool is_signed(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

/// Divisions by constants are products of integers already.
bool is_for_reals(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      break;
    default:
      return false;
  }
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  return type != nullptr && type->getNumElements() >= least_lanes &&
         type->getScalarSizeInBits() <= most_bits &&
         !llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

/// The divisions of one block. A quotient and a remainder of the same numbers are computed once.
class BlockDivision {
 public:
  void replace(Instruction& division) {
    llvm::IRBuilder<> builder(&division);
    Value* const quotient = quotient_of(division, builder);
    const bool is_quotient =
        division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
    Value* const result =
        is_quotient ? quotient
                    : builder.CreateSub(division.getOperand(0),
                                        builder.CreateMul(quotient, division.getOperand(1)));
    division.replaceAllUsesWith(result);
    division.eraseFromParent();
  }

 private:
  Value* quotient_of(const Instruction& division, llvm::IRBuilder<>& builder) {
    Value *const dividend = division.getOperand(0), *const divisor = division.getOperand(1);
    Value*& quotient = quotients_[{dividend, divisor, is_signed(division)}];
    if (quotient == nullptr) quotient = divide(dividend, divisor, is_signed(division), builder);
    return quotient;
  }

  static Value* divide(Value* dividend, Value* divisor, bool is_signed,
                       llvm::IRBuilder<>& builder) {
    const bool is_float = dividend->getType()->getScalarSizeInBits() <= most_bits_of_float;
    llvm::Type* const real = is_float ? builder.getFloatTy() : builder.getDoubleTy();
    const auto to_real = [&](Value* value) {
      llvm::Type* const type = value->getType()->getWithNewType(real);
      return is_signed ? builder.CreateSIToFP(value, type) : builder.CreateUIToFP(value, type);
    };
    Value* quotient = to_real(dividend);
    if (Value* const common = llvm::getSplatValue(divisor)) {
      Value* const reciprocal = builder.CreateFDiv(llvm::ConstantFP::get(real, 1), to_real(common));
      const auto lanes = llvm::cast<llvm::FixedVectorType>(dividend->getType())->getNumElements();
      Value* half = llvm::ConstantFP::get(quotient->getType(), 0.5);
      if (is_signed) half = builder.CreateCopySign(half, quotient);
      quotient = builder.CreateFMul(builder.CreateFAdd(quotient, half),
                                    builder.CreateVectorSplat(lanes, reciprocal));
    } else {
      quotient = builder.CreateFDiv(quotient, to_real(divisor));
    }
    return is_signed ? builder.CreateFPToSI(quotient, dividend->getType())
                     : builder.CreateFPToUI(quotient, dividend->getType());
  }

  std::map<std::tuple<Value*, Value*, bool>, Value*> quotients_;
};

}  // namespace

std::string divide_in_reals(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      BlockDivision divisions;
      for (Instruction& instruction : llvm::make_early_inc_range(block)) {
        if (is_for_reals(instruction)) divisions.replace(instruction);
      }
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass

#include "compiler/pass/late/divide_in_reals.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>

#include "compiler/pass/late/integer_divisions.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned most_bits = 32, most_bits_of_float = 16;

/// Returns whether the number is less than 2^32, as ids of 64 bits are. What it is divided by is
/// 2^32 or more in reals if it is so as an integer: then the quotient is 0.
bool is_narrow(const Value& number, const llvm::DataLayout& layout) {
  return llvm::computeKnownBits(&number, layout).countMaxActiveBits() <= most_bits;
}

/// Divisions by constants are products of integers already.
bool is_for_reals(const Instruction& instruction) {
  if (!instruction.isIntDivRem()) return false;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  if (type == nullptr || type->getNumElements() < least_divided_lanes) return false;
  const Value* const divisor = instruction.getOperand(1);
  if (llvm::isa<llvm::Constant>(divisor)) return false;
  if (type->getScalarSizeInBits() <= most_bits) return true;
  return type->getScalarSizeInBits() == 64 && !divides_signed(instruction) &&
         llvm::getSplatValue(divisor) != nullptr &&
         is_narrow(*instruction.getOperand(0), instruction.getDataLayout());
}

/// The divisions of one block.
class BlockDivision {
 public:
  void replace(Instruction& division) {
    llvm::IRBuilder<> builder(&division);
    Value* result = quotient_of(division, builder);
    if (!gives_quotient(division)) {
      const auto narrow = [&](Value* value) {
        return builder.CreateTrunc(value, result->getType());
      };
      Value *const dividend = division.getOperand(0), *const divisor = division.getOperand(1);
      result = builder.CreateSub(narrow(dividend), builder.CreateMul(result, narrow(divisor)));
    }
    division.replaceAllUsesWith(builder.CreateZExt(result, division.getType()));
    division.eraseFromParent();
  }

 private:
  /// Returns a quotient of at most 32 bits.
  Value* quotient_of(const Instruction& division, llvm::IRBuilder<>& builder) {
    Value *const dividend = division.getOperand(0), *const divisor = division.getOperand(1);
    Value*& quotient = quotients_.of(division);
    if (quotient == nullptr)
      quotient = divide(dividend, divisor, divides_signed(division), builder);
    return quotient;
  }

  static Value* divide(Value* dividend, Value* divisor, bool is_signed,
                       llvm::IRBuilder<>& builder) {
    const unsigned bits = std::min(dividend->getType()->getScalarSizeInBits(), most_bits);
    llvm::Type* const integers = dividend->getType()->getWithNewBitWidth(bits);
    llvm::Type* const real =
        bits <= most_bits_of_float ? builder.getFloatTy() : builder.getDoubleTy();
    const auto to_real = [&](Value* value) {
      llvm::Type* const type = value->getType()->getWithNewType(real);
      return is_signed ? builder.CreateSIToFP(value, type) : builder.CreateUIToFP(value, type);
    };
    Value* quotient = to_real(builder.CreateTrunc(dividend, integers));
    if (Value* const common = llvm::getSplatValue(divisor)) {
      Value* const reciprocal = builder.CreateFDiv(llvm::ConstantFP::get(real, 1), to_real(common));
      const auto lanes = llvm::cast<llvm::FixedVectorType>(integers)->getNumElements();
      Value* half = llvm::ConstantFP::get(quotient->getType(), 0.5);
      if (is_signed) half = builder.CreateCopySign(half, quotient);
      quotient = builder.CreateFMul(builder.CreateFAdd(quotient, half),
                                    builder.CreateVectorSplat(lanes, reciprocal));
    } else {
      quotient = builder.CreateFDiv(quotient, to_real(divisor));
    }
    return is_signed ? builder.CreateFPToSI(quotient, integers)
                     : builder.CreateFPToUI(quotient, integers);
  }

  BlockQuotients quotients_;
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

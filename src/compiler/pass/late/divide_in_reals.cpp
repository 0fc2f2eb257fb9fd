#include "compiler/pass/late/divide_in_reals.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned most_bits = 32, most_bits_of_float = 16;
// Of numbers that a constant divides: (x + 0.5) / divisor is rounded by less than 0.5 / divisor.
constexpr unsigned most_bits_by_constant = 50;
constexpr unsigned least_lanes = 4;  // fewer are divided as fast one by one

bool is_signed(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
}

bool is_quotient(const Instruction& division) {
  return division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::UDiv;
}

unsigned active_bits(const Value& number, const llvm::DataLayout& layout) {
  return llvm::computeKnownBits(&number, layout).countMaxActiveBits();
}

/// Divisions by constants are products of integers already, of which those of 64 bits take a dozen
/// instructions, unless processors lack conversions to reals, which then take as many.
bool is_for_reals_by_constant(const Instruction& division) {
  return division.getType()->getScalarSizeInBits() == 64 && !is_signed(division) &&
         has_feature(*division.getFunction(), "avx512dq") &&
         llvm::getSplatValue(division.getOperand(1)) != nullptr &&
         active_bits(*division.getOperand(0), division.getDataLayout()) <= most_bits_by_constant;
}

bool is_for_reals(const Instruction& instruction) {
  if (!instruction.isIntDivRem()) return false;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  if (type == nullptr || type->getNumElements() < least_lanes) return false;
  const Value* const divisor = instruction.getOperand(1);
  if (llvm::isa<llvm::Constant>(divisor)) return is_for_reals_by_constant(instruction);
  if (type->getScalarSizeInBits() <= most_bits) return true;
  // Ids of 64 bits are less than 2^32. What they are divided by is 2^32 or more in reals if it is
  // so as an integer: then the quotient is 0.
  return type->getScalarSizeInBits() == 64 && !is_signed(instruction) &&
         llvm::getSplatValue(divisor) != nullptr &&
         active_bits(*instruction.getOperand(0), instruction.getDataLayout()) <= most_bits;
}

/// The divisions of one block. A quotient and a remainder of the same numbers are computed once.
class BlockDivision {
 public:
  void replace(Instruction& division) {
    llvm::IRBuilder<> builder(&division);
    Value* result = quotient_of(division, builder);
    if (!is_quotient(division)) {
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
  /// Returns a quotient of at most 32 bits, or of the constant's bits.
  Value* quotient_of(const Instruction& division, llvm::IRBuilder<>& builder) {
    Value *const dividend = division.getOperand(0), *const divisor = division.getOperand(1);
    Value*& quotient = quotients_[{dividend, divisor, is_signed(division)}];
    if (quotient == nullptr) quotient = divide(dividend, divisor, is_signed(division), builder);
    return quotient;
  }

  static Value* divide(Value* dividend, Value* divisor, bool is_signed,
                       llvm::IRBuilder<>& builder) {
    const unsigned width = dividend->getType()->getScalarSizeInBits();
    const unsigned bits = llvm::isa<llvm::Constant>(divisor) ? width : std::min(width, most_bits);
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

  std::map<std::tuple<Value*, Value*, bool>, Value*> quotients_;
};

}  // namespace

std::string divide_in_reals(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    // All first: of a remainder in reals nobody knows that it is less than the divisor.
    std::vector<std::vector<Instruction*>> in_blocks;
    for (llvm::BasicBlock& block : function) {
      std::vector<Instruction*>& found = in_blocks.emplace_back();
      for (Instruction& instruction : block) {
        if (is_for_reals(instruction)) found.push_back(&instruction);
      }
    }
    for (const std::vector<Instruction*>& found : in_blocks) {
      BlockDivision divisions;
      for (Instruction* division : found) divisions.replace(*division);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass

#include "compiler/pass/late/divide_in_fp.h"

#include <llvm/ADT/bit.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <map>
#include <vector>

#include "compiler/pass/ir/integer_divisions.h"
#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::late {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr unsigned most_bits_of_double = 32, most_bits_of_float = 16;

/// Returns whether the number is less than 2^32, as ids of 64 bits are. A divisor of 2^32 or more
/// as an integer is that in floating point too: then the quotient is 0.
bool is_narrow(const Value& number, const llvm::DataLayout& layout) {
  return llvm::computeKnownBits(&number, layout).countMaxActiveBits() <= most_bits_of_double;
}

/// Divisions by constants are products of integers.
bool is_by_variable(const Instruction& instruction) {
  return ir::divided_vectors(instruction) != nullptr &&
         !llvm::isa<llvm::Constant>(instruction.getOperand(1));
}

bool is_for_fp(const Instruction& instruction) {
  if (!is_by_variable(instruction)) return false;
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  if (bits <= most_bits_of_double) return true;
  return bits == 64 && !ir::divides_signed(instruction) &&
         llvm::getSplatValue(instruction.getOperand(1)) != nullptr &&
         is_narrow(*instruction.getOperand(0), instruction.getDataLayout());
}

/// The divisions of one block.
class BlockDivision {
 public:
  void replace(Instruction& division) {
    llvm::IRBuilder<> builder(&division);
    Value* result = quotient_of(division, builder);
    if (!ir::gives_quotient(division)) {
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
    Value*& quotient = quotients_[ir::numbers_of(division)];
    if (quotient == nullptr)
      quotient = divide(dividend, divisor, ir::divides_signed(division), builder);
    return quotient;
  }

  static Value* divide(Value* dividend, Value* divisor, bool is_signed,
                       llvm::IRBuilder<>& builder) {
    const unsigned bits = std::min(dividend->getType()->getScalarSizeInBits(), most_bits_of_double);
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

  std::map<ir::DividedNumbers, Value*> quotients_;
};

/// Returns whether processors divide numbers of 64 bits faster in floating point. Five kernels were
/// 3.1 to 9 times as fast as lane by lane with AVX-512, 1 to 2.8 times with AVX2, which has no
/// conversions of such numbers, and 0.8 to 1.4 times with SSE4.2.
bool is_long(const Instruction& instruction) {
  return is_by_variable(instruction) && instruction.getType()->getScalarSizeInBits() == 64 &&
         ir::vector_bits(*instruction.getFunction()) >= 256;
}

/// The quotient, the remainder or both of the same vectors of 64 bits, in one block.
struct LongDivision {
  Instruction* first = nullptr;
  Instruction* quotient = nullptr;
  Instruction* remainder = nullptr;
};

std::vector<LongDivision> find_long_divisions(llvm::BasicBlock& block) {
  std::map<ir::DividedNumbers, size_t> indices;
  std::vector<LongDivision> found;
  for (Instruction& instruction : block) {
    if (!is_long(instruction)) continue;
    const auto [index, is_new] = indices.try_emplace(ir::numbers_of(instruction), found.size());
    if (is_new) found.push_back({.first = &instruction});
    LongDivision& division = found[index->second];
    (ir::gives_quotient(instruction) ? division.quotient : division.remainder) = &instruction;
  }
  return found;
}

/// Replaces a division of vectors of 64 bits by one of their magnitudes: in floating point where
/// the quotient of no lane turns out to be large, else as before.
class LongDivider {
 public:
  explicit LongDivider(const LongDivision& division)
      : division_(division),
        type_(llvm::cast<llvm::FixedVectorType>(division.first->getType())),
        is_signed_(ir::divides_signed(*division.first)),
        builder_(division.first) {}

  void replace() {
    // Both ways look at the dividend: it may be poison in some lane, the divisor may not.
    Value* const dividend = builder_.CreateFreeze(division_.first->getOperand(0));
    Value* const divisor = division_.first->getOperand(1);
    const Magnitudes magnitudes = {magnitude(dividend), magnitude(divisor)};
    Value* const real = real_quotient(magnitudes);
    Instruction *in_fp = nullptr, *otherwise = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(
        is_small(real, magnitudes.divisor), division_.first->getIterator(), &in_fp, &otherwise,
        llvm::MDBuilder(builder_.getContext()).createLikelyBranchWeights());
    builder_.SetInsertPoint(in_fp);
    const Results small = corrected(real, magnitudes);
    builder_.SetInsertPoint(otherwise);
    const Results large = {builder_.CreateUDiv(magnitudes.dividend, magnitudes.divisor),
                           builder_.CreateURem(magnitudes.dividend, magnitudes.divisor)};
    const auto join = [&](Instruction* old, Value* one, Value* other, Value* of_sign) {
      if (old == nullptr) return;
      builder_.SetInsertPoint(division_.first->getParent(), division_.first->getParent()->begin());
      llvm::PHINode* const joined = builder_.CreatePHI(type_, 2);
      joined->addIncoming(one, in_fp->getParent());
      joined->addIncoming(other, otherwise->getParent());
      builder_.SetInsertPoint(division_.first);
      old->replaceAllUsesWith(is_signed_ ? with_sign_of(of_sign, joined) : joined);
    };
    builder_.SetInsertPoint(division_.first);
    join(division_.remainder, small.remainder, large.remainder, dividend);
    join(division_.quotient, small.quotient, large.quotient, builder_.CreateXor(dividend, divisor));
    if (division_.remainder != nullptr) division_.remainder->eraseFromParent();
    if (division_.quotient != nullptr) division_.quotient->eraseFromParent();
  }

 private:
  struct Magnitudes {
    Value* dividend;
    Value* divisor;
  };
  struct Results {
    Value* quotient;
    Value* remainder;
  };
  // A floating-point quotient is rounded four times, by 2^-53 of it each, so that one of less than
  // 50 bits is at most 1 away from the quotient when it is truncated. The remainder is then between
  // minus the divisor and twice the divisor, a number of 64 bits with a sign.
  static constexpr double most = uint64_t{1} << 50;
  static constexpr uint64_t most_divisor = uint64_t{1} << 62;

  [[nodiscard]] llvm::Constant* integer(uint64_t value) const {
    return llvm::ConstantInt::get(type_, value);
  }
  Value* magnitude(Value* number) {
    if (!is_signed_) return number;
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::abs, number, builder_.getFalse());
  }
  Value* real_quotient(const Magnitudes& operands) {
    const auto to_real = [&](Value* value) {
      return builder_.CreateUIToFP(value, value->getType()->getWithNewType(builder_.getDoubleTy()));
    };
    Value* const dividend = to_real(operands.dividend);
    Value* const common = llvm::getSplatValue(division_.first->getOperand(1));
    if (common == nullptr) return builder_.CreateFDiv(dividend, to_real(operands.divisor));
    Value* const divisor = to_real(magnitude(common));
    Value* const reciprocal =
        builder_.CreateFDiv(llvm::ConstantFP::get(divisor->getType(), 1), divisor);
    return builder_.CreateFMul(dividend,
                               builder_.CreateVectorSplat(type_->getElementCount(), reciprocal));
  }
  /// Returns whether the quotient and the divisor of all lanes are small enough.
  Value* is_small(Value* quotient, Value* divisor) {
    Value* const has_few_bits =
        builder_.CreateFCmpOLT(quotient, llvm::ConstantFP::get(quotient->getType(), most));
    Value* const can_be_doubled = builder_.CreateICmpULT(divisor, integer(most_divisor));
    return builder_.CreateAndReduce(builder_.CreateAnd(has_few_bits, can_be_doubled));
  }
  Results corrected(Value* real, const Magnitudes& operands) {
    // A number of at most 52 bits is in the last bits of its sum with 2^52.
    constexpr double shift = uint64_t{1} << 52;
    Value* const truncated = builder_.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, real);
    Value* const shifted =
        builder_.CreateFAdd(truncated, llvm::ConstantFP::get(real->getType(), shift));
    Value* quotient = builder_.CreateXor(builder_.CreateBitCast(shifted, type_),
                                         integer(llvm::bit_cast<uint64_t>(shift)));
    Value* remainder =
        builder_.CreateSub(operands.dividend, builder_.CreateMul(quotient, operands.divisor));
    const auto correct = [&](Value* is_wrong, int64_t by) {
      Value* const right = by > 0 ? builder_.CreateSub(remainder, operands.divisor)
                                  : builder_.CreateAdd(remainder, operands.divisor);
      remainder = builder_.CreateSelect(is_wrong, right, remainder);
      Value* const next = builder_.CreateAdd(quotient, integer(by));
      quotient = builder_.CreateSelect(is_wrong, next, quotient);
    };
    correct(builder_.CreateICmpSLT(remainder, integer(0)), -1);
    correct(builder_.CreateICmpSGE(remainder, operands.divisor), 1);
    return {quotient, remainder};
  }
  Value* with_sign_of(Value* number, Value* magnitude) {
    Value* const is_negative = builder_.CreateICmpSLT(number, integer(0));
    return builder_.CreateSelect(is_negative, builder_.CreateNeg(magnitude), magnitude);
  }

  LongDivision division_;
  llvm::FixedVectorType* type_;
  bool is_signed_;
  llvm::IRBuilder<> builder_;
};

}  // namespace

std::string divide_in_fp(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    std::vector<LongDivision> long_divisions;
    for (llvm::BasicBlock& block : function) {
      BlockDivision divisions;
      for (Instruction& instruction : llvm::make_early_inc_range(block)) {
        if (is_for_fp(instruction)) divisions.replace(instruction);
      }
      llvm::append_range(long_divisions, find_long_divisions(block));
    }
    for (const LongDivision& division : long_divisions) LongDivider(division).replace();
  }
  return {};
}

}  // namespace cleave::compiler::pass::late

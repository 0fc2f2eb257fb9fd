#include "compiler/pass/late/half_rounding.h"

#include <llvm/IR/Intrinsics.h>

namespace cleave::compiler::pass::late {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

// Returns an exponent as it is encoded in the bits of a single.
constexpr uint32_t exponents(uint32_t count) {
  return count << 23;
}
constexpr uint32_t bias_difference = 127 - 15;
constexpr uint32_t least_normal_half = exponents(bias_difference + 1);  // 2^-14
constexpr uint32_t beyond_halves = exponents(127 + 16);                 // 2^16
constexpr uint32_t infinite_single = exponents(255);
constexpr uint32_t places_cut_off = 23 - 10;

Value* as_words(Builder& builder, Value* single) {
  return builder.CreateBitCast(single, single->getType()->getWithNewType(builder.getInt32Ty()));
}

Value* as_single(Builder& builder, Value* words) {
  return builder.CreateBitCast(words, words->getType()->getWithNewType(builder.getFloatTy()));
}

Value* number(Value* like, uint32_t value) {
  return llvm::ConstantInt::get(like->getType(), value);
}

/// Emits the number one unit in the last place closer to zero if `too_great`, then made odd; both
/// only if `inexact`.
Value* made_odd(Builder& builder, Value* nearest, Value* inexact, Value* too_great) {
  Value* bits = as_words(builder, nearest);
  Value* less = builder.CreateSub(bits, builder.CreateZExt(too_great, bits->getType()));
  Value* odd = builder.CreateOr(less, number(bits, 1));
  return as_single(builder, builder.CreateSelect(inexact, odd, bits));
}

}  // namespace

Value* half_to_single(Builder& builder, Value* half, HalfConversions conversions) {
  llvm::Type* type = half->getType();
  if (conversions == HalfConversions::of_processor) {
    return builder.CreateFPExt(half, type->getWithNewType(builder.getFloatTy()));
  }
  Value* bits = builder.CreateBitCast(half, type->getWithNewType(builder.getInt16Ty()));
  bits = builder.CreateZExt(bits, type->getWithNewType(builder.getInt32Ty()));
  Value* magnitude = builder.CreateAnd(bits, 0x7fff);
  Value* shifted = builder.CreateShl(magnitude, places_cut_off);
  Value* normal = builder.CreateAdd(shifted, number(bits, exponents(bias_difference)));
  Value* infinite = builder.CreateAdd(shifted, number(bits, exponents(2 * bias_difference)));
  // A subnormal number with the exponent of the least normal one is too great by that one.
  Value* least = number(bits, least_normal_half);
  Value* subnormal = builder.CreateFSub(as_single(builder, builder.CreateAdd(shifted, least)),
                                        as_single(builder, least));
  Value* result = builder.CreateSelect(builder.CreateICmpULT(magnitude, number(bits, 0x0400)),
                                       as_words(builder, subnormal), normal);
  result = builder.CreateSelect(builder.CreateICmpUGE(magnitude, number(bits, 0x7c00)), infinite,
                                result);
  Value* sign = builder.CreateShl(builder.CreateAnd(bits, 0x8000), 16);
  return as_single(builder, builder.CreateOr(result, sign));
}

Value* single_to_half(Builder& builder, Value* single, HalfConversions conversions) {
  llvm::Type* half = single->getType()->getWithNewType(builder.getHalfTy());
  if (conversions == HalfConversions::of_processor) return builder.CreateFPTrunc(single, half);
  Value* bits = as_words(builder, single);
  Value* magnitude = builder.CreateAnd(bits, 0x7fffffff);
  // The last bit that stays decides ties; a carry into the exponent is right, up to infinity.
  Value* last = builder.CreateAnd(builder.CreateLShr(magnitude, places_cut_off), 1);
  const uint32_t just_below_half_a_place = (1u << (places_cut_off - 1)) - 1;
  Value* normal = builder.CreateAdd(
      magnitude, number(bits, just_below_half_a_place - exponents(bias_difference)));
  normal = builder.CreateLShr(builder.CreateAdd(normal, last), places_cut_off);
  // The last bit of 1/2 in single precision has the weight of that of subnormal halves: the
  // addition rounds.
  Value* one_half = number(bits, exponents(126));
  Value* subnormal = builder.CreateSub(
      as_words(builder,
               builder.CreateFAdd(as_single(builder, magnitude), as_single(builder, one_half))),
      one_half);
  Value* nan = builder.CreateOr(
      builder.CreateAnd(builder.CreateLShr(magnitude, places_cut_off), 0x03ff), 0x7e00);
  Value* result = builder.CreateSelect(
      builder.CreateICmpULT(magnitude, number(bits, least_normal_half)), subnormal, normal);
  result = builder.CreateSelect(builder.CreateICmpUGE(magnitude, number(bits, beyond_halves)),
                                number(bits, 0x7c00), result);
  result = builder.CreateSelect(builder.CreateICmpUGT(magnitude, number(bits, infinite_single)),
                                nan, result);
  Value* sign = builder.CreateAnd(builder.CreateLShr(bits, 16), 0x8000);
  result = builder.CreateTrunc(builder.CreateOr(result, sign),
                               half->getWithNewType(builder.getInt16Ty()));
  return builder.CreateBitCast(result, half);
}

Value* double_to_odd_single(Builder& builder, Value* number) {
  llvm::Type* type = number->getType();
  Value* nearest = builder.CreateFPTrunc(number, type->getWithNewType(builder.getFloatTy()));
  Value* back = builder.CreateFPExt(nearest, type);
  Value* inexact = builder.CreateFCmpONE(back, number);
  Value* too_great =
      builder.CreateFCmpOGT(builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                            builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, number));
  return made_odd(builder, nearest, inexact, too_great);
}

Value* odd_multiply_add(Builder& builder, Value* a, Value* b, Value* c) {
  // The product of two halves is exact in single precision, and so is the error of a sum (Knuth's
  // two-sum; where a sum is infinite or a NaN, its error is a NaN and changes nothing).
  Value* product = builder.CreateFMul(a, b);
  Value* sum = builder.CreateFAdd(product, c);
  Value* of_c = builder.CreateFSub(sum, product);
  Value* error = builder.CreateFAdd(builder.CreateFSub(product, builder.CreateFSub(sum, of_c)),
                                    builder.CreateFSub(c, of_c));
  Value* zero = llvm::ConstantFP::getZero(sum->getType());
  Value* inexact = builder.CreateFCmpONE(error, zero);
  Value* too_great =
      builder.CreateXor(builder.CreateFCmpOLT(error, zero), builder.CreateFCmpOLT(sum, zero));
  return made_odd(builder, sum, inexact, too_great);
}

}  // namespace cleave::compiler::pass::late

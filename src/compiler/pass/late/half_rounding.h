// Emits conversions between half, single and double precision for lower_half, of scalars and of
// vectors.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace cleave::compiler::pass::late {

/// How halves are converted to single precision and back.
enum class HalfConversions : uint8_t { of_processor, by_integers };

/// Emits an exact conversion.
[[nodiscard]] llvm::Value* half_to_single(llvm::IRBuilder<>& builder, llvm::Value* half,
                                          HalfConversions conversions);

/// Emits a conversion that rounds to nearest, ties to even.
[[nodiscard]] llvm::Value* single_to_half(llvm::IRBuilder<>& builder, llvm::Value* single,
                                          HalfConversions conversions);

/// Emits a conversion that rounds to odd: an inexact result is truncated and its last bit set.
/// Rounding the result to half equals rounding the exact value to half.
[[nodiscard]] llvm::Value* double_to_odd_single(llvm::IRBuilder<>& builder, llvm::Value* number);

/// Emits a * b + c of extended halves, in single precision and rounded to odd.
[[nodiscard]] llvm::Value* odd_multiply_add(llvm::IRBuilder<>& builder, llvm::Value* a,
                                            llvm::Value* b, llvm::Value* c);

}  // namespace cleave::compiler::pass::late

// Conversions between half, single and double precision for lower_half, of scalars and of vectors.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace cleave::compiler::pass {

/// Who converts between half and single precision.
enum class HalfConversions : uint8_t { of_processor, by_integers };

/// Exact.
[[nodiscard]] llvm::Value* half_to_single(llvm::IRBuilder<>& builder, llvm::Value* half,
                                          HalfConversions conversions);

/// Rounded to nearest, ties to even.
[[nodiscard]] llvm::Value* single_to_half(llvm::IRBuilder<>& builder, llvm::Value* single,
                                          HalfConversions conversions);

/// Rounded to odd: what is not exact is cut off and its last bit set. Rounding that to half gives
/// what rounding the exact value to half would.
[[nodiscard]] llvm::Value* double_to_odd_single(llvm::IRBuilder<>& builder, llvm::Value* number);

/// a * b + c of numbers that were halves, in single precision and rounded to odd.
[[nodiscard]] llvm::Value* odd_multiply_add(llvm::IRBuilder<>& builder, llvm::Value* a,
                                            llvm::Value* b, llvm::Value* c);

}  // namespace cleave::compiler::pass

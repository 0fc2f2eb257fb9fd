// Describes integer divisions and remainders for the passes that keep them from trapping or write
// them anew. Functions that take a division take either.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instruction.h>

#include <tuple>

namespace cleave::compiler::pass::ir {

[[nodiscard]] bool divides_signed(const llvm::Instruction& division);
[[nodiscard]] bool gives_quotient(const llvm::Instruction& division);

/// Returns true for a constant that is neither 0 nor -1, the same in all lanes: no dividend traps.
[[nodiscard]] bool is_safe_divisor(const llvm::Value& divisor);

/// Returns the type of the vectors that the instruction divides; nullptr if it divides none, or
/// vectors of so few lanes that these are divided as fast one after another.
[[nodiscard]] llvm::FixedVectorType* divided_vectors(const llvm::Instruction& instruction);

/// Dividend, divisor and whether they have signs: a quotient and a remainder for which these are
/// the same are computed once.
using DividedNumbers = std::tuple<llvm::Value*, llvm::Value*, bool>;
[[nodiscard]] DividedNumbers numbers_of(const llvm::Instruction& division);

}  // namespace cleave::compiler::pass::ir

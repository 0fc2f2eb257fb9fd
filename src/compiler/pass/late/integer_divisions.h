// Describes divisions of vectors of integers for the passes that write them anew.
#pragma once

#include <llvm/IR/Instruction.h>

#include <map>
#include <tuple>

namespace cleave::compiler::pass {

/// Vectors of fewer lanes are divided as fast one number after another.
inline constexpr unsigned least_divided_lanes = 4;

/// Both take an integer division or remainder.
[[nodiscard]] bool divides_signed(const llvm::Instruction& division);
[[nodiscard]] bool gives_quotient(const llvm::Instruction& division);

/// Keeps the quotients of one block: a quotient and a remainder of the same numbers are computed
/// once.
class BlockQuotients {
 public:
  /// Returns the place of a division's quotient, nullptr in it at first.
  llvm::Value*& of(const llvm::Instruction& division);

 private:
  std::map<std::tuple<llvm::Value*, llvm::Value*, bool>, llvm::Value*> quotients_;
};

}  // namespace cleave::compiler::pass

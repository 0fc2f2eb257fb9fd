// Emits addresses of lanes where memory is accessed, from what the lane function computes them
// from.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <vector>

#include "compiler/pass/analysis/lane_address.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass::widen::access {

/// Emits for the part that `values` has selected.
class LanePointers {
 public:
  /// Keeps the values that addresses of the function are computed from.
  LanePointers(llvm::Function& lane_function, llvm::IRBuilder<>& builder, WideValues& values,
               const analysis::LaneAddresses& addresses);

  /// Returns the address that lane 0 would access, even if that lane does not run.
  [[nodiscard]] llvm::Value* first(llvm::Value* pointer, llvm::Value* mask);
  /// Returns the address with lane 0's index of each term, an i32. Requires offsets that fit 32
  /// bits.
  [[nodiscard]] llvm::Value* first_by_indices(
      const analysis::LinearAddress& address,
      llvm::function_ref<llvm::Value*(const analysis::LinearAddress::Term& term)> first_index);
  /// Returns all lanes' addresses plus `more` bytes.
  [[nodiscard]] llvm::Value* all(llvm::Value* pointer, int64_t more = 0);
  /// Returns the same one by one.
  [[nodiscard]] std::vector<llvm::Value*> each(llvm::Value* pointer, int64_t more = 0);

  struct Offsets {
    llvm::Value* base;
    llvm::Value* offsets;  // <W x i32>, in units
  };
  /// Returns all lanes' offsets from a scalar base. Requires offsets that fit 32 bits.
  [[nodiscard]] Offsets small_offsets(const analysis::LinearAddress& address, int64_t unit);

 private:
  void keep_operands(const llvm::Instruction& access, llvm::Value* pointer);
  [[nodiscard]] int64_t unit_of(const analysis::LinearAddress& address) const;
  /// Returns the base, and the constant offset left to add.
  [[nodiscard]] std::pair<llvm::Value*, int64_t> base_of(const analysis::LinearAddress& address);

  llvm::IRBuilder<>& builder_;
  WideValues& values_;
  const analysis::LaneAddresses& addresses_;
};

}  // namespace cleave::compiler::pass::widen::access

// Accesses of a row of elements whose lanes are swapped: a[id ^ s], where s is the same in all
// lanes and the row of ids begins at a multiple of W. With the bits of s apart,
//   (first + lane) ^ s  =  (first ^ (s & -W))  +  (lane ^ (s & (W - 1)))
// so that lanes access one row, each the element of another lane. Sorting networks and butterflies
// do so.
#pragma once

#include "compiler/pass/analysis/lane_address.h"
#include "compiler/pass/widen/wide_values.h"

namespace cleave::compiler::pass {

struct XorPermutedAccess {
  Address address;  // its only term that differs from lane to lane is `term`
  unsigned term;
  llvm::Value* row;   // id: grows by one from lane to lane
  llvm::Value* swap;  // s
};

/// If a load or store of elements of `bytes` at the pointer is one.
[[nodiscard]] std::optional<XorPermutedAccess> find_swapped_row(llvm::Value* pointer,
                                                                uint64_t bytes,
                                                                const Shapes& shapes,
                                                                unsigned width,
                                                                const llvm::DataLayout& layout);

/// Where the row begins.
[[nodiscard]] llvm::Value* row_address(llvm::IRBuilder<>& builder, WideValues& values,
                                       const XorPermutedAccess& row);

/// Each lane gets the element of the lane whose number differs from its own in the bits of s. A
/// mask too; null stays null.
[[nodiscard]] llvm::Value* swap_lanes(llvm::IRBuilder<>& builder, WideValues& values,
                                      const XorPermutedAccess& row, llvm::Value* vector);

}  // namespace cleave::compiler::pass

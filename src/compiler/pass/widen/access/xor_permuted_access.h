// Emits xor-permuted accesses: a[id ^ s], where s is uniform and the ids of the lanes begin at a
// multiple of W. With the bits of s split,
//   (first + lane) ^ s  =  (first ^ (s & -W))  +  (lane ^ (s & (W - 1)))
// so that lanes access a contiguous stretch, each the element of another lane. Sorting networks and
// butterflies do so.
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

/// Matches a load or store of elements of `bytes` at the pointer; nullopt if it is no such access.
[[nodiscard]] std::optional<XorPermutedAccess> find_swapped_row(llvm::Value* pointer,
                                                                uint64_t bytes,
                                                                const Shapes& shapes,
                                                                unsigned width,
                                                                const llvm::DataLayout& layout);

/// Returns the address of the stretch.
[[nodiscard]] llvm::Value* row_address(llvm::IRBuilder<>& builder, WideValues& values,
                                       const XorPermutedAccess& row);

/// Gives each lane the element of the lane whose number differs from its own in the bits of s. Also
/// takes masks; nullptr stays nullptr.
[[nodiscard]] llvm::Value* swap_lanes(llvm::IRBuilder<>& builder, WideValues& values,
                                      const XorPermutedAccess& row, llvm::Value* vector);

}  // namespace cleave::compiler::pass

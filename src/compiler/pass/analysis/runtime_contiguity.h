// Rows that are told at run time: a[i & m], a[clamp(i, 0, n)] and others whose index is computed
// from ids in ways that keep lanes beside each other for some numbers and not for others. What
// asks is a subtraction and a comparison of vectors, little beside a gather.
#pragma once

#include "compiler/pass/analysis/lane_address.h"

namespace cleave::compiler::pass {

struct ContiguityCandidate {
  llvm::Value* index;  // an integer that grows by one from lane to lane where lanes lie in a row
};

/// An index as a sum or difference of two operands of which lanes share one; null: it is none.
/// What is asked of a[i] is known of a[i + n] too.
struct SharedAddend {
  llvm::Value* rest = nullptr;
  llvm::Value* addend = nullptr;
};
[[nodiscard]] SharedAddend shared_addend(const llvm::Value* index, const Shapes& shapes);

/// Of accesses of `bytes` by each lane; nothing: their stride is known, or it is of no use to ask,
/// above all where the index was loaded from memory.
[[nodiscard]] std::optional<ContiguityCandidate> contiguity_candidate(
    llvm::Value* pointer, uint64_t bytes, const LaneAddresses& addresses);

}  // namespace cleave::compiler::pass

// Finds accesses whose contiguity is checked at run time: a[i & m], a[clamp(i, 0, n)] and others
// whose index is computed from ids such that lanes are contiguous for some values only, or close to
// each other as in a[(int)(i * 0.6f)], a[i / 2] and a[i % n / 2]. The access is versioned into
// vector accesses and a gather (cf. loop versioning). The check is a subtraction and a comparison
// of vectors, cheap beside a gather, or two comparisons of scalars.
#pragma once

#include "compiler/pass/analysis/lane_address.h"

namespace cleave::compiler::pass::analysis {

struct ContiguityCandidate {
  llvm::Value* index;  // an integer; it grows by one from lane to lane if lanes are contiguous
  // The index was rounded from floating point, or is a quotient or a double: lanes are rarely one
  // apart, but close.
  bool is_close;
};

/// An index as a sum or difference of a uniform and another operand; nullptr: it is no such sum.
/// The answer of the check for a[i] also holds for a[i + n].
struct SharedAddend {
  llvm::Value* rest = nullptr;
  llvm::Value* addend = nullptr;
};
[[nodiscard]] SharedAddend shared_addend(const llvm::Value* index, const ShapeAnalysis& shapes);

/// Returns the candidate of an access of `bytes` per lane. Returns nullopt if the stride is known,
/// or if a check would hardly ever succeed: above all where the index was loaded from memory.
[[nodiscard]] std::optional<ContiguityCandidate> contiguity_candidate(
    llvm::Value* pointer, uint64_t bytes, const LaneAddresses& addresses);

}  // namespace cleave::compiler::pass::analysis

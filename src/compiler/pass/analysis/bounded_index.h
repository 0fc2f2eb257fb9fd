// Finds indices that are kept between bounds: a[clamp(i - 2, 0, n)], and what LLVM makes of it and
// of programs that write it by hand: max(i, 2) - 2, i < 2 ? 0 : min(i - 2, n). Borders that mirror
// or repeat are bounds too: i < 0 ? -i : i, i + (i < 0 ? n : 0).
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <optional>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass::analysis {

/// A bound of a number + offset, which may reach it.
struct IndexBound {
  int64_t offset;
  bool is_least;
  llvm::Value* bound;  // the same in all lanes; 0 where it is a small constant
};

/// An index of 32 or 64 bits which is number + offset where that is between all bounds, as signed
/// numbers. The number grows by one from lane to lane.
struct BoundedIndex {
  // Offsets are small, so that a check can be sure that sums do not wrap around.
  static constexpr int64_t greatest_offset = 0xffff;

  llvm::Value* number = nullptr;
  int64_t offset = 0;
  llvm::SmallVector<IndexBound, 4> bounds;
  bool may_wrap = true;  // false: bounds say by themselves that nothing between them wraps around
  // number = base + base_offset, a sum that may wrap around.
  llvm::Value* base = nullptr;
  int64_t base_offset = 0;

  /// Makes the bounds those of both indices, if they are bounds of one base by the same values, and
  /// near each other. Returns false elsewhere.
  [[nodiscard]] bool join(const BoundedIndex& other);
};

[[nodiscard]] std::optional<BoundedIndex> bounded_index(llvm::Value* index,
                                                        const ShapeAnalysis& shapes);

}  // namespace cleave::compiler::pass::analysis

// Finds indices that are kept between bounds: a[clamp(i - 2, 0, n)], and what LLVM makes of it and
// of programs that write it by hand: max(i, 2) - 2, i < 2 ? 0 : min(i - 2, n).
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <optional>

#include "compiler/pass/analysis/shapes.h"

namespace cleave::compiler::pass {

/// A bound of a number + offset. An exclusive one is not reached.
struct IndexBound {
  int64_t offset;
  bool is_least;
  bool is_exclusive;
  llvm::Value* bound;  // the same in all lanes
};

/// An index of 32 or 64 bits which is number + offset where that is between all bounds, as signed
/// numbers. The number grows by one from lane to lane.
struct BoundedIndex {
  // Offsets are small, so that a check can be sure that sums do not wrap around.
  static constexpr int64_t greatest_offset = 0xffff;

  llvm::Value* number = nullptr;
  int64_t offset = 0;
  llvm::SmallVector<IndexBound, 4> bounds;

  /// Returns true if bounds do not say by themselves that nothing between them wraps around.
  [[nodiscard]] bool may_wrap() const;
};

[[nodiscard]] std::optional<BoundedIndex> bounded_index(llvm::Value* index, const Shapes& shapes);

}  // namespace cleave::compiler::pass

// Lists sources that are hard on a compiler: what nests, repeats, expands or includes without end.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace cleave::test::fuzz::source {

/// A source that grows with a number.
struct Shape {
  std::string_view name;
  unsigned ordinary;  // a size at which it is built or found wrong within seconds
  unsigned
      hostile;  // a size at which a compiler without bounds crashes, or takes hours or all memory
  std::string (*source)(unsigned size);
  int (*result)(unsigned size);  // what its kernel writes first; null: it is wrong at every size
};

/// All of them. Each has a kernel `store(global int*)`, or is wrong at every size. Some include the
/// files `pipe`, which nobody writes to, and `large`, which is
/// longer than a file may be.
[[nodiscard]] std::span<const Shape> shapes();

}  // namespace cleave::test::fuzz::source

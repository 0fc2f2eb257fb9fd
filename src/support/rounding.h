// Rounds sizes up to multiples.
#pragma once

#include <cstddef>

namespace cleave::support {

/// Returns the least multiple of `multiple` that is not below `size`; their sum must fit a size_t.
constexpr size_t rounded_up(size_t size, size_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

}  // namespace cleave::support

// Lists the formats of images that a child's block captures.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "compiler/interface/bindings.h"

namespace cleave::backend::cpu::code {

/// Bindings of one child, which are not interned yet: that takes a lock.
struct BoundCaptures {
  static constexpr size_t most = 4;
  std::array<compiler::interface::Binding, most> list;  // ascending by their numbers
  size_t count = 0;

  friend bool operator==(const BoundCaptures& one, const BoundCaptures& other) {
    return std::equal(one.list.begin(), one.list.begin() + one.count, other.list.begin(),
                      other.list.begin() + other.count);
  }
};

}  // namespace cleave::backend::cpu::code

// The same numbers from the same seed, on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace cleave::test::fuzz {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x632be59bd9b4e019u) {}

  /// splitmix64
  uint64_t next() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// From 0 to `limit` - 1.
  unsigned below(size_t limit) { return static_cast<unsigned>(next() % limit); }
  /// From `low` to `high`, both included.
  unsigned between(unsigned low, unsigned high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return below(100) < percent; }

  template <class Container>
  const auto& pick(const Container& container) {
    return container[below(std::size(container))];
  }

 private:
  uint64_t state_;
};

}  // namespace cleave::test::fuzz

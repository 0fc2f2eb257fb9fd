// Gives cases what they need on the host's side: numbers to work on, right results in little time,
// and comparisons.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace cleave::benchmark {

/// A number that looks random, the same one for the same `index` (Wellons' hash of 32 bits).
[[nodiscard]] constexpr uint32_t scrambled(uint32_t index) {
  uint32_t x = index + 0x9e3779b9u;
  x = (x ^ x >> 16) * 0x21f0aaadu;
  x = (x ^ x >> 15) * 0x735a2d97u;
  return x ^ x >> 15;
}

/// The same as a float between 0 and 1, a multiple of 2^-24.
[[nodiscard]] constexpr float scrambled_fraction(uint32_t index) {
  return static_cast<float>(scrambled(index) >> 8) * 0x1p-24F;
}

/// The processors that this process may use, at least 1.
[[nodiscard]] size_t processor_count();

/// Calls `body(begin, end)` for ranges that together are 0 to `count`, from several threads at
/// once. `body` must not throw.
void in_parallel(size_t count, const std::function<void(size_t begin, size_t end)>& body);

/// Empty if all elements are equal, else which is the first that is not.
template <class T>
[[nodiscard]] std::string difference(std::span<const T> found, std::span<const T> right) {
  if (found.size() != right.size()) return "the number of results";
  for (size_t i = 0; i < found.size(); ++i) {
    if (found[i] != right[i])
      return "element " + std::to_string(i) + " is " + std::to_string(found[i]) + ", not " +
             std::to_string(right[i]);
  }
  return {};
}

template <class T>
[[nodiscard]] std::string difference(const std::vector<T>& found, const std::vector<T>& right) {
  return difference(std::span<const T>(found), std::span<const T>(right));
}

/// Empty if each element is as close to the right one as `bound(index)` allows, else which is the
/// first that is not. NaN is close to nothing. T is a floating-point type.
template <class T, class Bound>
[[nodiscard]] std::string difference_beyond(std::span<const T> found, std::span<const double> right,
                                            Bound bound) {
  if (found.size() != right.size()) return "the number of results";
  for (size_t i = 0; i < found.size(); ++i) {
    const auto value = static_cast<double>(found[i]);
    if (!(std::abs(value - right[i]) <= bound(i)))
      return "element " + std::to_string(i) + " is " + std::to_string(value) + ", not " +
             std::to_string(right[i]);
  }
  return {};
}

template <class T, class Bound>
[[nodiscard]] std::string difference_beyond(const std::vector<T>& found,
                                            const std::vector<double>& right, Bound bound) {
  return difference_beyond(std::span<const T>(found), std::span<const double>(right), bound);
}

}  // namespace cleave::benchmark

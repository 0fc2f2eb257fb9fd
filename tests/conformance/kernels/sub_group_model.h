// Computes on the host what sub-group functions give: from the values of one sub-group's lanes, of
// which those that do not take part have none.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "tests/support/half.h"

namespace cleave::test {

/// W of them; what the sub-group lacks and who does not take part is empty.
template <class T>
using Lanes = std::vector<std::optional<T>>;

enum class Operation : std::uint8_t { add, mul, min, max, bit_and, bit_or, bit_xor };

/// Halves are combined in single precision, and rounded once.
template <class T>
using Exact = std::conditional_t<std::is_same_v<T, Half>, float, T>;

template <class E>
E combined(Operation operation, E a, E b) {
  if (operation == Operation::min) return b < a ? b : a;
  if (operation == Operation::max) return a < b ? b : a;
  if constexpr (std::is_floating_point_v<E>) {
    return operation == Operation::add ? a + b : a * b;
  } else {
    const auto x = static_cast<std::uint64_t>(a), y = static_cast<std::uint64_t>(b);
    switch (operation) {
      case Operation::add:
        return static_cast<E>(x + y);
      case Operation::mul:
        return static_cast<E>(x * y);
      case Operation::bit_and:
        return static_cast<E>(x & y);
      case Operation::bit_or:
        return static_cast<E>(x | y);
      default:
        return static_cast<E>(x ^ y);
    }
  }
}

/// Returns the operand that changes nothing.
template <class E>
E neutral(Operation operation) {
  using Limits = std::numeric_limits<E>;
  constexpr bool is_real = std::is_floating_point_v<E>;
  switch (operation) {
    case Operation::add:
      return is_real ? static_cast<E>(-0.0) : E{};
    case Operation::mul:
      return E{1};
    case Operation::min:
      return is_real ? Limits::infinity() : Limits::max();
    case Operation::max:
      return is_real ? static_cast<E>(-Limits::infinity()) : Limits::lowest();
    case Operation::bit_and:
      return static_cast<E>(-1);
    default:
      return E{};
  }
}

template <class T>
std::vector<Exact<T>> with_neutral(Operation operation, const Lanes<T>& lanes) {
  std::vector<Exact<T>> values;
  for (const auto& lane : lanes) {
    values.push_back(lane ? static_cast<Exact<T>>(*lane) : neutral<Exact<T>>(operation));
  }
  return values;
}

/// Among those whose number divided by `cluster` is that of `lane`.
template <class T>
T clustered(Operation operation, const Lanes<T>& lanes, std::size_t lane, std::size_t cluster) {
  auto values = with_neutral(operation, lanes);
  const std::size_t first = lane / cluster * cluster;
  for (std::size_t d = cluster / 2; d > 0; d /= 2) {
    for (std::size_t i = first; i < first + d; ++i) {
      values[i] = combined(operation, values[i], values[i + d]);
    }
  }
  return static_cast<T>(values[first]);
}

template <class T>
T reduced(Operation operation, const Lanes<T>& lanes) {
  return clustered(operation, lanes, 0, lanes.size());
}

template <class T>
std::vector<Exact<T>> scanned(Operation operation, const Lanes<T>& lanes) {
  auto values = with_neutral(operation, lanes);
  for (std::size_t d = 1; d < values.size(); d *= 2) {
    for (std::size_t i = values.size(); i-- > d;) {
      values[i] = combined(operation, values[i - d], values[i]);
    }
  }
  return values;
}

template <class T>
T scanned_inclusive(Operation operation, const Lanes<T>& lanes, std::size_t lane) {
  return static_cast<T>(scanned(operation, lanes)[lane]);
}

template <class T>
T scanned_exclusive(Operation operation, const Lanes<T>& lanes, std::size_t lane) {
  using E = Exact<T>;
  const E first = operation == Operation::add ? E{} : neutral<E>(operation);
  const E before = lane == 0 ? neutral<E>(operation) : scanned(operation, lanes)[lane - 1];
  return static_cast<T>(combined(operation, first, before));
}

}  // namespace cleave::test

// Calls functions of vector libraries: arguments from arrays, a vector at a time.
#pragma once

#include <cstddef>

namespace cleave::benchmark {

/// A function of a library, of one or two vectors, as its author named it.
using VectorFunction = void*;

/// Loops over a function for vectors of one size. Any thread.
struct NativeCalls {
  size_t vector_bytes;  // 0: the processor has no vectors that these loops know
  /// results[i] = function(xs[i]) for `bytes` bytes of float or double, a multiple of 64.
  void (*one)(VectorFunction function, const void* xs, void* results, size_t bytes);
  /// results[i] = function(xs[i], ys[i])
  void (*two)(VectorFunction function, const void* xs, const void* ys, void* results, size_t bytes);
};

/// The loops for the longest vectors that the processor has.
[[nodiscard]] const NativeCalls& native_calls();

}  // namespace cleave::benchmark

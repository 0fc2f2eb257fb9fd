// Loops that cases of native code run: what a C++ compiler makes of them for this machine.
#pragma once

#include <cstddef>

namespace cleave::benchmark {

/// The elements from `begin` to `end` of each job; nothing overlaps. Any thread.
struct NativeLoops {
  /// a[i] = b[i] + factor * c[i]
  void (*triad)(float* a, const float* b, const float* c, float factor, size_t begin, size_t end);
  /// The same with stores past the caches. `a` is at the start of a cache line, `begin` and `end`
  /// are multiples of 64.
  void (*streamed_triad)(float* a, const float* b, const float* c, float factor, size_t begin,
                         size_t end);
  /// results[i] = the sum of eight chains of `rounds` multiply-adds, which start at i % 1024 and
  /// the seven numbers after it. `begin` and `end` are multiples of 64.
  void (*multiply_add)(float* results, float factor, float addend, int rounds, size_t begin,
                       size_t end);
  /// results[i] = b[0] + 3 * b[16] + 5 * b[32] + 7 * b[48], where b is the number i % 16 of the
  /// block of 64 numbers at 4 * (i - i % 16). `begin` and `end` are multiples of 16.
  void (*block_sums)(unsigned* results, const unsigned* numbers, size_t begin, size_t end);
};

/// The loops compiled for the best instruction set that the processor has.
[[nodiscard]] const NativeLoops& native_loops();

}  // namespace cleave::benchmark

// Loops that take as long as the operations in them: what cleave_bench costs times.
#pragma once

#include <cstddef>

namespace cleave::benchmark::costs {

/// Memory that loops read and write; each is the only user of it while it runs.
struct Memory {
  static constexpr size_t chunks = 16, chunk_bytes = 8192 + 64;
  /// Numbers from 1 to 2, a chunk for each lane of the widest vector: half of a small second-level
  /// cache. Chunks begin at different sets of the cache.
  alignas(4096) unsigned char data[chunks * chunk_bytes + 64];
  /// State of a random number generator. It goes on from run to run: predictors of branches learn
  /// what repeats itself.
  unsigned long long random = 0x9e3779b97f4a7c15;
};

/// A loop repeats its work so often. Null: the instruction set has no such instruction.
using Loop = void (*)(Memory& memory, size_t repetitions);

/// Writes `body(0)` to `body(count - 1)` one behind the other, so that no branch is between them.
template <size_t count, size_t first = 0, class Body>
[[gnu::always_inline]] inline void repeat(const Body& body) {
  if constexpr (count == 1) {
    body(first);
  } else {
    repeat<count / 2, first>(body);
    repeat<count - count / 2, first + count / 2>(body);
  }
}

struct VectorLoops {
  unsigned bits;  // of a vector
#define CLEAVE_VECTOR_LOOP(name, count, what) Loop name;
#define CLEAVE_SCALAR_LOOP(name, count, what)
#include "costs/loops.def"
#undef CLEAVE_SCALAR_LOOP
#undef CLEAVE_VECTOR_LOOP
};

struct ScalarLoops {
#define CLEAVE_VECTOR_LOOP(name, count, what)
#define CLEAVE_SCALAR_LOOP(name, count, what) Loop name;
#include "costs/loops.def"
#undef CLEAVE_SCALAR_LOOP
#undef CLEAVE_VECTOR_LOOP
};

extern const ScalarLoops scalar_loops;
/// For processors with AVX-512 (F, BW, DQ and VL), with AVX2 and FMA, and with neither. Nothing of
/// them may run on another.
extern const VectorLoops vector_loops_512, vector_loops_256, vector_loops_128;

}  // namespace cleave::benchmark::costs

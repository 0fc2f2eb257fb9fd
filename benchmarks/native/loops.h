// Loops that native sides of cases run: what clang makes of plain C++ for this machine.
#pragma once

#include <cstddef>

namespace cleave::benchmark {

/// Lays down the mass of particles: where they are, and in which grid.
struct ParticleCloud {
  const float* places;  // x and y of each particle
  unsigned* grid;       // side * side cells
  size_t side;
};

/// Options: numbers that their prices depend on, and these prices.
struct OptionPrices {
  const float *prices, *strikes, *years;
  float *calls, *puts;  // binomial trees price puts alone
  float rate, volatility;
};

inline constexpr size_t most_cells = 1024;  // of a row that solve_rows takes

/// Bodies with a number of each for x, y, z and mass, and an acceleration for each.
template <class Real>
struct BodyArrays {
  const Real *x, *y, *z, *mass;
  Real* accelerations;  // in fours, of which the last is 0
  size_t count;
  Real softening;
};

/// Boxes of 64 particles with 27 neighbours each, and a number of each for x, y, z and the charge.
struct ParticleBoxes {
  const int* neighbours;
  const float *x, *y, *z, *charge;
  float* forces;  // in fours, the potential last
};

/// A sparse matrix in compressed rows, and a vector.
struct CompressedRows {
  const unsigned *starts, *columns;
  const float *values, *vector;
};

/// Systems of equations with three diagonals each: number i of system s is at i * systems + s.
struct TridiagonalSystems {
  const float *lower, *diagonal, *upper, *right;
  float *ratios, *solutions;  // what the elimination leaves of `upper`, and the results
  size_t systems, equations;
};

/// Queries, keys and values of a head: rows of `dimensions` floats, and an output likewise.
struct AttentionHead {
  const float *queries, *keys, *values;
  float* outputs;
  size_t count;
};

/// The loops, compiled for one instruction set. Nothing that they write overlaps; any thread.
struct NativeLoops {
#define CLEAVE_NATIVE_LOOP(name, parameters) void(*name) parameters;
#include "native/loops.def"
#undef CLEAVE_NATIVE_LOOP
};

/// The loops compiled for the best instruction set that the processor has.
[[nodiscard]] const NativeLoops& native_loops();

}  // namespace cleave::benchmark

// The files of this folder are compiled once for each instruction set, whose name this is. They include
// nothing with inline functions: the linker could take those of an instruction set that the processor lacks.
#if defined(CLEAVE_NATIVE_LEVEL)
namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL {
#define CLEAVE_NATIVE_LOOP(name, parameters) void name parameters;
#include "native/loops.def"
#undef CLEAVE_NATIVE_LOOP
}  // namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL
#endif

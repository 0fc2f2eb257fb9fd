// Loops over grids: neighbours, lines of equations, passes of a Fourier transform.
#include "native/loops.h"

namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL {

void advance_waves(float* __restrict other, const float* __restrict now,
                   const float* __restrict speeds, const float* __restrict weights, size_t inner,
                   size_t begin, size_t end) {
  constexpr size_t margin = 4;
  const size_t row = inner + 2 * margin, plane = row * row;
  const float w0 = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3];
  for (size_t z = begin; z < end; ++z) {
    for (size_t y = 0; y < inner; ++y) {
      const size_t first = ((z + margin) * row + y + margin) * row + margin;
#pragma omp simd
      for (size_t i = first; i < first + inner; ++i) {
        float change = w0 * now[i];
        change += w1 * (now[i + 1] + now[i - 1] + now[i + row] + now[i - row] + now[i + plane] +
                        now[i - plane]);
        change += w2 * (now[i + 2] + now[i - 2] + now[i + 2 * row] + now[i - 2 * row] +
                        now[i + 2 * plane] + now[i - 2 * plane]);
        change += w3 * (now[i + 3] + now[i - 3] + now[i + 3 * row] + now[i - 3 * row] +
                        now[i + 3 * plane] + now[i - 3 * plane]);
        other[i] = 2 * now[i] - other[i] + speeds[i] * change;
      }
    }
  }
}

// Returns the heat of wool after a neighbour.
static inline float warmed(float own, float heat, unsigned char material) {
  return ((material != 1) & (heat > own)) ? 0.5F * (own + heat) : own;
}

void heat_step(float* __restrict next, const float* __restrict heat,
               const unsigned char* __restrict materials, size_t n, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
    const float* own_row = heat + row * n;
    float* to = next + row * n;
    if (row == 0 || row == n - 1) {
      for (size_t column = 0; column < n; ++column) to[column] = own_row[column];
      continue;
    }
    const unsigned char* own_materials = materials + row * n;
    to[0] = own_row[0];
    to[n - 1] = own_row[n - 1];
    // All four materials' results, of which one is kept: no branches.
#pragma omp simd
    for (size_t column = 1; column < n - 1; ++column) {
      const float* at = own_row + column;
      const unsigned char* material = own_materials + column;
      const float own = at[0], up = at[-static_cast<long>(n)], left = at[-1], right = at[1],
                  down = at[n];
      const float metal = 0.25F * (up + left + right + down);
      float wool = warmed(own, up, material[-static_cast<long>(n)]);
      wool = warmed(wool, left, material[-1]);
      wool = warmed(wool, right, material[1]);
      wool = warmed(wool, down, material[n]);
      const bool is_hot = (up >= 192) | (left >= 192) | (right >= 192) | (down >= 192);
      const float ice = is_hot ? own + 16 : own;
      const float heater = own < 255 ? own + 1 : own;
      const float soft = material[0] == 1 ? wool : ice;
      const float hard = material[0] == 0 ? metal : heater;
      to[column] = material[0] - 1U < 2 ? soft : hard;
    }
  }
}

static constexpr size_t line_block = 16;  // lines that are solved at once

// A step along `count` lines beside each other, from `pitch` to `pitch`: (1 + 2r) x[i] - r (x[i-1] + x[i+1]) = in[i].
static inline void solve_lines(float* __restrict out, float* __restrict ratios,
                               const float* __restrict in, const float* __restrict rates, size_t n,
                               size_t pitch) {
  float before[line_block] = {}, ratio[line_block] = {};
  for (size_t i = 0; i < n; ++i) {
#pragma omp simd
    for (size_t line = 0; line < line_block; ++line) {
      const float rate = rates[i * pitch + line];
      const float inverse = 1 / (1 + 2 * rate - rate * ratio[line]);
      ratio[line] = ratios[i * pitch + line] = rate * inverse;
      before[line] = out[i * pitch + line] = (in[i * pitch + line] + rate * before[line]) * inverse;
    }
  }
  for (size_t i = n - 1; i-- > 0;) {
#pragma omp simd
    for (size_t line = 0; line < line_block; ++line)
      before[line] = out[i * pitch + line] += ratios[i * pitch + line] * before[line];
  }
}

void solve_columns(float* out, float* ratios, const float* in, const float* rates, size_t n,
                   size_t begin, size_t end) {
  for (size_t column = begin; column < end; column += line_block)
    solve_lines(out + column, ratios + column, in + column, rates + column, n, n);
}

static void transpose_lines(float* __restrict to, size_t to_pitch, const float* __restrict from,
                            size_t from_pitch, size_t rows, size_t columns) {
  constexpr size_t tile = 16;
  for (size_t row = 0; row < rows; row += tile)
    for (size_t column = 0; column < columns; column += tile)
      for (size_t x = column; x < column + tile; ++x)
        for (size_t y = row; y < row + tile; ++y) to[x * to_pitch + y] = from[y * from_pitch + x];
}

void solve_rows(float* out, float* ratios, const float* in, const float* rates, size_t n,
                size_t begin, size_t end) {
  // Rows change places with columns in a block that caches hold.
  for (size_t row = begin; row < end; row += line_block) {
    float* block = ratios + row * n;
    float own_in[line_block * most_cells], own_rates[line_block * most_cells],
        own_out[line_block * most_cells];
    transpose_lines(own_in, line_block, in + row * n, n, line_block, n);
    transpose_lines(own_rates, line_block, rates + row * n, n, line_block, n);
    solve_lines(own_out, block, own_in, own_rates, n, line_block);
    transpose_lines(out + row * n, n, own_out, line_block, n, line_block);
  }
}

void solve_tridiagonal(const TridiagonalSystems& all, size_t begin, size_t end) {
  constexpr size_t block = 256;
  const float *lower = all.lower, *diagonal = all.diagonal, *upper = all.upper, *right = all.right;
  float* __restrict ratios = all.ratios, * __restrict solutions = all.solutions;
  for (size_t first = begin; first < end; first += block) {
    const size_t last = first + block < end ? first + block : end;
#pragma omp simd
    for (size_t s = first; s < last; ++s) {
      ratios[s] = upper[s] / diagonal[s];
      solutions[s] = right[s] / diagonal[s];
    }
    for (size_t i = 1; i < all.equations; ++i) {
      const size_t at = i * all.systems, before = at - all.systems;
#pragma omp simd
      for (size_t s = first; s < last; ++s) {
        const float inverse = 1 / (diagonal[at + s] - lower[at + s] * ratios[before + s]);
        ratios[at + s] = upper[at + s] * inverse;
        solutions[at + s] = (right[at + s] - lower[at + s] * solutions[before + s]) * inverse;
      }
    }
    for (size_t i = all.equations - 1; i-- > 0;) {
      const size_t at = i * all.systems, behind = at + all.systems;
#pragma omp simd
      for (size_t s = first; s < last; ++s)
        solutions[at + s] -= ratios[at + s] * solutions[behind + s];
    }
  }
}

void transform(float* __restrict out, const float* __restrict in, const float* __restrict roots,
               size_t half, size_t width, size_t begin, size_t end) {
  for (size_t i = begin; i < end;) {
    // Pairs up to the next block of `width`, whose results lie beside each other.
    const size_t k = i & (width - 1);
    const size_t count = width - k < end - i ? width - k : end - i;
    const float *even = in + 2 * i, *odd = even + 2 * half;
    float *to = out + 2 * (2 * i - k), *to_other = to + 2 * width;
    const size_t step = 2 * (half / width);
#pragma omp simd
    for (size_t t = 0; t < count; ++t) {
      const float x = roots[(k + t) * step], y = roots[(k + t) * step + 1];
      const float real = odd[2 * t] * x - odd[2 * t + 1] * y;
      const float imaginary = odd[2 * t] * y + odd[2 * t + 1] * x;
      to[2 * t] = even[2 * t] + real;
      to[2 * t + 1] = even[2 * t + 1] + imaginary;
      to_other[2 * t] = even[2 * t] - real;
      to_other[2 * t + 1] = even[2 * t + 1] - imaginary;
    }
    i += count;
  }
}

}  // namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL

// Loops over matrices that keep a block of results in registers, as one writes them without packing.
#include "native/loops.h"
#include "native/vector.h"

namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL {

// Rows and vectors of a block, whose sums leave registers for a vector of the other matrix.
static constexpr size_t block_rows = register_bytes == 64 ? 8 : 4;
static constexpr size_t block_vectors = 2;
static constexpr size_t block_columns = block_vectors * lanes;
static constexpr size_t depth = 256;  // rows of a strip of the second matrix, which caches hold

// Adds factors[row][k] * right[k][column], for k to `count`, times `sign` to a block of `to`.
template <size_t rows>
static inline void add_product(float* to, size_t to_pitch, const float* factors, size_t pitch,
                               const float* right, size_t right_pitch, size_t count, float sign) {
  Vector sums[rows][block_vectors];
#pragma unroll
  for (size_t row = 0; row < rows; ++row) {
#pragma unroll
    for (size_t v = 0; v < block_vectors; ++v) sums[row][v] = load(to + row * to_pitch + v * lanes);
  }
  for (size_t k = 0; k < count; ++k) {
    Vector columns[block_vectors];
#pragma unroll
    for (size_t v = 0; v < block_vectors; ++v)
      columns[v] = load(right + k * right_pitch + v * lanes);
#pragma unroll
    for (size_t row = 0; row < rows; ++row) {
      const Vector factor = Vector{} + sign * factors[row * pitch + k];
#pragma unroll
      for (size_t v = 0; v < block_vectors; ++v) sums[row][v] += factor * columns[v];
    }
  }
#pragma unroll
  for (size_t row = 0; row < rows; ++row) {
#pragma unroll
    for (size_t v = 0; v < block_vectors; ++v) store(to + row * to_pitch + v * lanes, sums[row][v]);
  }
}

void multiply_blocked(float* product, const float* a, const float* b, size_t n, size_t begin,
                      size_t end) {
  for (size_t i = begin * n; i < end * n; ++i) product[i] = 0;
  for (size_t k = 0; k < n; k += depth) {
    const size_t count = n - k < depth ? n - k : depth;
    for (size_t column = 0; column < n; column += block_columns)
      for (size_t row = begin; row < end; row += block_rows)
        add_product<block_rows>(product + row * n + column, n, a + row * n + k, n,
                                b + k * n + column, n, count, 1);
  }
}

void convolve_blocked(float* out, const float* in, const float* filter, size_t n, size_t begin,
                      size_t end) {
  constexpr size_t rows = 4;
  const size_t pitch = n + 4;
  for (size_t row = begin; row < end; row += rows) {
    for (size_t column = 0; column < n; column += lanes) {
      // Each vector of the image is loaded once for the rows that it is a neighbour of.
      Vector sums[rows] = {};
#pragma unroll
      for (size_t y = 0; y < rows + 4; ++y) {
#pragma unroll
        for (size_t x = 0; x < 5; ++x) {
          const Vector values = load(in + (row + y) * pitch + column + x);
#pragma unroll
          for (size_t to = 0; to < rows; ++to)
            if (y >= to && y < to + 5) sums[to] += filter[(y - to) * 5 + x] * values;
        }
      }
#pragma unroll
      for (size_t to = 0; to < rows; ++to) store(out + (row + to) * n + column, sums[to]);
    }
  }
}

static constexpr size_t panel = 16;

void factor_panel(float* matrix, size_t n, size_t k) {
  const size_t end = k + panel < n ? k + panel : n;
  for (size_t pivot = k; pivot < end; ++pivot) eliminate(matrix, n, pivot, pivot + 1, end);
}

void eliminate_blocked(float* matrix, size_t n, size_t k, size_t begin, size_t end) {
  // The factors of a row for all columns of the panel, then the rest of the rows in blocks.
  for (size_t row = begin; row < end; ++row) {
    float* to = matrix + row * n + k;
    for (size_t i = 0; i < panel; ++i) {
      const float* pivots = matrix + (k + i) * n + k;
      to[i] /= pivots[i];
      for (size_t column = i + 1; column < panel; ++column) to[column] -= to[i] * pivots[column];
    }
  }
  const float* upper = matrix + k * n;
  size_t row = begin;
  const auto rest_of = [&](size_t first, size_t rows) {
    size_t column = k + panel;
    for (; column + block_columns <= n; column += block_columns) {
      float* to = matrix + first * n + column;
      const float* factors = matrix + first * n + k;
      if (rows == block_rows)
        add_product<block_rows>(to, n, factors, n, upper + column, n, panel, -1);
      else
        add_product<1>(to, n, factors, n, upper + column, n, panel, -1);
    }
    for (size_t each = first; each < first + rows; ++each)
      for (size_t i = 0; i < panel; ++i)
        for (size_t last = column; last < n; ++last)
          matrix[each * n + last] -= matrix[each * n + k + i] * upper[i * n + last];
  };
  for (; row + block_rows <= end; row += block_rows) rest_of(row, block_rows);
  for (; row < end; ++row) rest_of(row, 1);
}

}  // namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL

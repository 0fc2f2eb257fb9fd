// Loops over matrices, simple ones.
#include "native/loops.h"
#include "native/vector.h"

namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL {

void multiply(float* __restrict product, const float* __restrict a, const float* __restrict b,
              size_t n, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
    float* to = product + row * n;
    for (size_t column = 0; column < n; ++column) to[column] = 0;
    for (size_t k = 0; k < n; ++k) {
      const float factor = a[row * n + k];
#pragma omp simd
      for (size_t column = 0; column < n; ++column) to[column] += factor * b[k * n + column];
    }
  }
}

void transpose(float* __restrict out, const float* __restrict in, size_t n, size_t begin,
               size_t end) {
  constexpr size_t tile = 16;
  for (size_t first_row = begin; first_row < end; first_row += tile)
    for (size_t first_column = 0; first_column < n; first_column += tile)
      for (size_t column = first_column; column < first_column + tile; ++column)
        for (size_t row = first_row; row < first_row + tile; ++row)
          out[column * n + row] = in[row * n + column];
}

void convolve(float* __restrict out, const float* __restrict in, const float* __restrict filter,
              size_t n, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
#pragma omp simd
    for (size_t column = 0; column < n; ++column) {
      float sum = 0;
      for (size_t y = 0; y < 5; ++y)
        for (size_t x = 0; x < 5; ++x)
          sum += filter[y * 5 + x] * in[(row + y) * (n + 4) + column + x];
      out[row * n + column] = sum;
    }
  }
}

void eliminate(float* matrix, size_t n, size_t k, size_t begin, size_t end) {
  const float* pivots = matrix + k * n;
  for (size_t row = begin; row < end; ++row) {
    float* to = matrix + row * n;
    const float factor = to[k] /= pivots[k];
#pragma omp simd
    for (size_t column = k + 1; column < n; ++column) to[column] -= factor * pivots[column];
  }
}

void multiply_sparse(float* product, const CompressedRows& matrix, size_t begin, size_t end) {
  const unsigned *starts = matrix.starts, *columns = matrix.columns;
  const float *values = matrix.values, *vector = matrix.vector;
  for (size_t row = begin; row < end; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (unsigned i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * vector[columns[i]];
    product[row] = sum;
  }
}

void column_means(float* __restrict means, const float* __restrict data, size_t n, size_t begin,
                  size_t end) {
  for (size_t column = begin; column < end; ++column) means[column] = 0;
  for (size_t row = 0; row < n; ++row) {
#pragma omp simd
    for (size_t column = begin; column < end; ++column) means[column] += data[row * n + column];
  }
  for (size_t column = begin; column < end; ++column) means[column] /= static_cast<float>(n);
}

void centre(float* __restrict centred, const float* __restrict data, const float* __restrict means,
            size_t n, size_t begin, size_t end) {
  for (size_t row = begin; row < end; ++row) {
#pragma omp simd
    for (size_t column = 0; column < n; ++column)
      centred[row * n + column] = data[row * n + column] - means[column];
  }
}

static void covariances_of(float* __restrict result, const float* __restrict centred, size_t n,
                           size_t i) {
  float* sums = result + i * n;
  for (size_t j = i; j < n; ++j) sums[j] = 0;
  for (size_t k = 0; k < n; ++k) {
    const float own = centred[k * n + i];
#pragma omp simd
    for (size_t j = i; j < n; ++j) sums[j] += own * centred[k * n + j];
  }
  for (size_t j = i; j < n; ++j) result[j * n + i] = sums[j] /= static_cast<float>(n - 1);
}

void covariances(float* result, const float* centred, size_t n, size_t begin, size_t end) {
  // A long row and a short one in turn: threads have as much to do.
  for (size_t i = begin; i < end; ++i) {
    covariances_of(result, centred, n, i);
    covariances_of(result, centred, n, n - 1 - i);
  }
}

void multiply_quantised(float* product, const unsigned char* blocks, const float* vector,
                        size_t blocks_of_row, size_t begin, size_t end) {
  constexpr size_t half_count = 16, bytes = 2 + half_count;
  for (size_t row = begin; row < end; ++row) {
    const unsigned char* block = blocks + row * blocks_of_row * bytes;
    const float* values = vector;
    float sum = 0;
    for (size_t b = 0; b < blocks_of_row; ++b, block += bytes, values += 2 * half_count) {
      _Float16 scale;
      __builtin_memcpy(&scale, block, sizeof scale);
      float part = 0;
#pragma omp simd reduction(+ : part)
      for (size_t i = 0; i < half_count; ++i) {
        const int both = block[2 + i];
        part += values[i] * static_cast<float>((both & 15) - 8) +
                values[half_count + i] * static_cast<float>((both >> 4) - 8);
      }
      sum += part * static_cast<float>(scale);
    }
    product[row] = sum;
  }
}

void attend(const AttentionHead& head, float* __restrict weights, size_t begin, size_t end) {
  constexpr size_t dimensions = 32;
  const size_t count = head.count;
  const float *keys = head.keys, *values = head.values;
  for (size_t query = begin; query < end; ++query) {
    const float* own = head.queries + query * dimensions;
    for (size_t key = 0; key < count; ++key) weights[key] = 0;
    for (size_t d = 0; d < dimensions; ++d) {
      const float factor = own[d];
#pragma omp simd
      for (size_t key = 0; key < count; ++key) weights[key] += factor * keys[d * count + key];
    }
    Vector greatest = load(weights);
    for (size_t key = lanes; key < count; key += lanes)
      greatest = __builtin_elementwise_max(greatest, load(weights + key));
    const float most = __builtin_reduce_max(greatest);
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (size_t key = 0; key < count; ++key) {
      weights[key] = __builtin_expf(weights[key] - most);
      total += weights[key];
    }
    float sums[dimensions] = {};
    for (size_t key = 0; key < count; ++key) {
      const float weight = weights[key];
#pragma omp simd
      for (size_t d = 0; d < dimensions; ++d) sums[d] += weight * values[key * dimensions + d];
    }
    for (size_t d = 0; d < dimensions; ++d) head.outputs[query * dimensions + d] = sums[d] / total;
  }
}

}  // namespace cleave::benchmark::CLEAVE_NATIVE_LEVEL

// Computes the triangular factors of a matrix, column after column: two launches for each, of shrinking
// size.
#pragma once

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark::lu_factors {

inline constexpr const char* divide_source = R"(
kernel void divide(global float *matrix, int n, int k) {
  int row = k + 1 + get_global_id(0);
  if (row < n) matrix[row * n + k] /= matrix[k * n + k];
}
)";
inline constexpr const char* eliminate_source = R"(
kernel void eliminate(global float *matrix, int n, int k) {
  int column = k + 1 + get_global_id(0), row = k + 1 + get_global_id(1);
  if (column < n && row < n)
    matrix[row * n + column] -= matrix[row * n + k] * matrix[k * n + column];
}
)";
inline constexpr float diagonal = 64;

struct Factors {
  explicit Factors(size_t n) : matrix(n * n), right(n * n) {
    // Below the diagonal multiples of 2^-7 that are at most 1/64, above it whole numbers: products
    // and sums are exact in single precision.
    for (size_t row = 0; row < n; ++row) {
      for (size_t column = 0; column < n; ++column) {
        const uint32_t number = scrambled(static_cast<uint32_t>(row * n + column));
        const double whole = static_cast<double>(number % 5) - 2;
        right[row * n + column] = row > column ? whole * 0x1p-7 : row < column ? whole : diagonal;
      }
    }
    in_parallel(n, [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row) multiply_row(row, n);
    });
  }

  /// Makes a row of the matrix: the product of its factors, of which the lower has ones in its
  /// diagonal.
  void multiply_row(size_t row, size_t n) {
    for (size_t k = 0; k <= row; ++k) {
      const auto factor = k == row ? 1.0F : static_cast<float>(right[row * n + k]);
      for (size_t column = k; column < n; ++column)
        matrix[row * n + column] += factor * static_cast<float>(right[k * n + column]);
    }
  }

  /// Compares factors with the right ones; empty if they are close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> factors) const {
    // The division alone may round, by 2.5 ulp: that moves an element by at most 66 * 2^-6 * 5
    // units of 2^-24, once for each column.
    const double bound = 6 * 0x1p-24 * std::sqrt(static_cast<double>(matrix.size()));
    return difference_beyond<float>(factors, right, [&](size_t) { return bound; });
  }

  std::vector<float> matrix;
  std::vector<double> right;  // both factors, without the ones
};

class Lu : public RepeatedWork<Factors> {
 public:
  Lu(Device& device, size_t n)
      : RepeatedWork(device, n),
        divide_(device.build(divide_source, "divide")),
        eliminate_(device.build(eliminate_source, "eliminate")),
        matrix_(device.buffer_of(problem().matrix)),
        factors_(device.zeros(bytes())) {}

  std::string verify() override {
    return problem().difference_of(device().read<float>(factors_, size() * size()));
  }

 protected:
  void enqueue() override {
    device().enqueue_copy(matrix_, factors_, bytes());
    const auto n = static_cast<cl_int>(size());
    for (cl_int k = 0; k + 1 < n; ++k) {
      const size_t rest = size() - static_cast<size_t>(k) - 1;
      divide_.set_arguments(factors_, n, k);
      device().enqueue(divide_, (rest + 63) / 64 * 64, 64);
      eliminate_.set_arguments(factors_, n, k);
      const size_t side = (rest + 15) / 16 * 16;
      device().enqueue(eliminate_, {side, side}, {16, 16});
    }
  }

 private:
  [[nodiscard]] size_t bytes() const { return size() * size() * sizeof(float); }

  Kernel divide_, eliminate_;
  Buffer matrix_, factors_;
};

}  // namespace cleave::benchmark::lu_factors

// A sparse matrix in compressed rows, times a vector.
#pragma once

#include <vector>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

inline constexpr const char* sparse_source = R"(
kernel void multiply(global const uint *starts, global const uint *columns,
                     global const float *values, global const float *vector,
                     global float *product) {
  size_t row = get_global_id(0);
  float sum = 0;
  for (uint i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * vector[columns[i]];
  product[row] = sum;
}
)";

/// Small whole numbers: every sum is exact in single precision, in any order.
struct SparseMatrix {
  /// `length_of(row)` says how many numbers a row has.
  template <class LengthOf>
  SparseMatrix(size_t rows, size_t column_count, const LengthOf& length_of)
      : starts(rows + 1), vector(column_count), product(rows) {
    for (size_t i = 0; i < column_count; ++i) vector[i] = static_cast<float>(i % 13);
    for (size_t row = 0; row < rows; ++row) {
      const uint32_t length = length_of(static_cast<uint32_t>(row));
      for (uint32_t i = 0; i < length; ++i) {
        const auto column = static_cast<cl_uint>(scrambled(~starts[row] - i) % column_count);
        columns.push_back(column);
        values.push_back(static_cast<float>(1 + column % 7));
        product[row] += values.back() * vector[column];
      }
      starts[row + 1] = starts[row] + length;
    }
  }

  std::vector<cl_uint> starts, columns;
  std::vector<float> values, vector, product;
};

/// Multiplies a `Matrix` that is made of the size; a work-item for each row.
template <class Matrix>
class SparseProduct : public RepeatedWork<Matrix> {
 public:
  SparseProduct(Device& device, size_t size)
      : RepeatedWork<Matrix>(device, size),
        kernel_(device.build(sparse_source, "multiply")),
        starts_(device.buffer_of(this->problem().starts)),
        columns_(device.buffer_of(this->problem().columns)),
        values_(device.buffer_of(this->problem().values)),
        vector_(device.buffer_of(this->problem().vector)),
        product_(device.zeros(this->problem().product.size() * sizeof(float))) {
    kernel_.set_arguments(starts_, columns_, values_, vector_, product_);
  }

  std::string verify() override {
    const std::vector<float>& right = this->problem().product;
    return difference(this->device().template read<float>(product_, right.size()), right);
  }

  static double operations(size_t size) {
    return 1e-9 * 2 * static_cast<double>(shared_problem<Matrix>(size)->values.size());
  }

 protected:
  void enqueue() override { this->device().enqueue(kernel_, this->problem().product.size(), 64); }

 private:
  Kernel kernel_;
  Buffer starts_, columns_, values_, vector_, product_;
};

/// The same by a loop of C++.
template <class Matrix>
class NativeSparseProduct : public NativeWork<Matrix> {
 public:
  explicit NativeSparseProduct(size_t size)
      : NativeWork<Matrix>(size),
        starts_(native_copy(this->problem().starts)),
        columns_(native_copy(this->problem().columns)),
        values_(native_copy(this->problem().values)),
        vector_(native_copy(this->problem().vector)),
        product_(this->problem().product.size()) {}

  std::string verify() override { return difference<float>(product_, this->problem().product); }

 protected:
  void repeat() override {
    const CompressedRows matrix = {starts_.data(), columns_.data(), values_.data(), vector_.data()};
    this->split(product_.size(), 16, [&](size_t begin, size_t end) {
      native_loops().multiply_sparse(product_.data(), matrix, begin, end);
    });
  }

 private:
  NativeVector<cl_uint> starts_, columns_;
  NativeVector<float> values_, vector_, product_;
};

}  // namespace cleave::benchmark

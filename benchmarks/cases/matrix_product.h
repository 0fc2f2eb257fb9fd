// Two square matrices and their product, for the cases that multiply.
#pragma once

#include <vector>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

struct MatrixProduct {
  explicit MatrixProduct(size_t n) : a(n * n), b(n * n), product(n * n) {
    // Small whole numbers: every sum is exact in single precision, in any order.
    for (size_t i = 0; i < n * n; ++i) {
      a[i] = static_cast<float>(i % 7);
      b[i] = static_cast<float>(i % 5);
    }
    in_parallel(n, [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row)
        for (size_t k = 0; k < n; ++k)
          for (size_t column = 0; column < n; ++column)
            product[row * n + column] += a[row * n + k] * b[k * n + column];
    });
  }

  std::vector<float> a, b, product;
};

/// Runs a kernel (a, b, product, n) with an item for each element, in groups of 16 by 16.
class MultiplyMatrices : public RepeatedWork<MatrixProduct> {
 public:
  MultiplyMatrices(Device& device, size_t n, const char* source)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "multiply")),
        a_(device.buffer_of(problem().a)),
        b_(device.buffer_of(problem().b)),
        product_(device.zeros(n * n * sizeof(float))) {
    kernel_.set_arguments(a_, b_, product_, static_cast<cl_int>(n));
  }

  std::string verify() override {
    return difference(device().read<float>(product_, size() * size()), problem().product);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  Buffer a_, b_, product_;
};

}  // namespace cleave::benchmark

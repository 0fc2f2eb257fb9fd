// Two square matrices and their product, for the cases that multiply.
#pragma once

#include <vector>

#include "harness/host.h"
#include "harness/native.h"
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

/// Multiplies with a loop of C++.
template <auto loop>
class NativeProduct : public NativeWork<MatrixProduct> {
 public:
  explicit NativeProduct(size_t n)
      : NativeWork(n),
        a_(native_copy(problem().a)),
        b_(native_copy(problem().b)),
        product_(n * n) {}

  std::string verify() override { return difference<float>(product_, problem().product); }

 protected:
  void repeat() override {
    split(size(), 8, [&](size_t begin, size_t end) {
      (native_loops().*loop)(product_.data(), a_.data(), b_.data(), size(), begin, end);
    });
  }

 private:
  NativeVector<float> a_, b_, product_;
};

/// The natives of a case of such products: simple loops, and those that keep blocks in registers.
[[nodiscard]] inline std::vector<Native> native_products() {
  return {{"native", make_native<NativeProduct<&NativeLoops::multiply>>},
          {"blocked", make_native<NativeProduct<&NativeLoops::multiply_blocked>>}};
}

}  // namespace cleave::benchmark

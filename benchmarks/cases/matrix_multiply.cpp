// The product of two square matrices: tiles of 16 by 16 in local memory, two barriers a tile.
#include <map>

#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void multiply(global const float *a, global const float *b, global float *product, int n) {
  local float a_tile[16][16], b_tile[16][16];
  int column = get_local_id(0), row = get_local_id(1);
  int global_column = get_global_id(0), global_row = get_global_id(1);
  float sum = 0;
  for (int tile = 0; tile < n; tile += 16) {
    a_tile[row][column] = a[global_row * n + tile + column];
    b_tile[row][column] = b[(tile + row) * n + global_column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; ++k) sum += a_tile[row][k] * b_tile[k][column];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  product[global_row * n + global_column] = sum;
}
)";

// Small whole numbers: every sum is exact in single precision, in any order.
float a_element(size_t i) {
  return static_cast<float>(i % 7);
}
float b_element(size_t i) {
  return static_cast<float>(i % 5);
}

/// The product on the host, computed once for each size.
const std::vector<float>& product_on_host(size_t n) {
  static std::map<size_t, std::vector<float>> products;
  std::vector<float>& product = products[n];
  if (!product.empty()) return product;
  product.resize(n * n);
  for (size_t row = 0; row < n; ++row)
    for (size_t k = 0; k < n; ++k)
      for (size_t column = 0; column < n; ++column)
        product[row * n + column] += a_element(row * n + k) * b_element(k * n + column);
  return product;
}

class MatrixMultiply : public Work {
 public:
  MatrixMultiply(Device& device, size_t n)
      : device_(device), n_(n), kernel_(device.build(source, "multiply")) {
    std::vector<float> a(n * n), b(n * n);
    for (size_t i = 0; i < n * n; ++i) {
      a[i] = a_element(i);
      b[i] = b_element(i);
    }
    a_ = device.buffer_of(std::span<const float>(a));
    b_ = device.buffer_of(std::span<const float>(b));
    product_ = device.zeros(n * n * sizeof(float));
    kernel_.set_arguments(a_, b_, product_, static_cast<cl_int>(n));
  }

  void run(size_t repetitions) override {
    const size_t global[] = {n_, n_}, local[] = {16, 16};
    for (size_t i = 0; i < repetitions; ++i) device_.enqueue(kernel_, global, local);
    device_.finish();
  }

  std::string verify() override {
    std::vector<float> product(n_ * n_);
    device_.read(product_, std::span(product));
    const std::vector<float>& right = product_on_host(n_);
    for (size_t i = 0; i < product.size(); ++i)
      if (product[i] != right[i]) return "element " + std::to_string(i);
    return {};
  }

 private:
  Device& device_;
  size_t n_;
  Kernel kernel_;
  Buffer a_, b_, product_;
};

}  // namespace

const Case& matrix_multiply() {
  static const Case instance = {
      "matrix_multiply",
      "the product of two matrices of N by N floats, in tiles of 16 by 16",
      "GFLOP/s",
      {{"small", 64}, {"cache", 256}, {"memory", 1024}},
      [](size_t n) { return 1e-9 * 2 * static_cast<double>(n * n * n); },
      [](Device& device, size_t n) -> std::unique_ptr<Work> {
        return std::make_unique<MatrixMultiply>(device, n);
      }};
  return instance;
}

}  // namespace cleave::benchmark

// The product of two square matrices as everybody writes it first: a row times a column for each
// work-item.
#include "matrix_product.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void multiply(global const float *a, global const float *b, global float *product, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  product[row * n + column] = sum;
}
)";

}  // namespace

const Case& naive_matrix_multiply() {
  static const Case instance = {
      "naive_matrix_multiply",
      "the product of two matrices of N by N floats, a row times a column for each work-item",
      "GFLOP/s",
      {{"small", 64}, {"cache", 256}, {"memory", 512}},
      [](size_t n) { return 1e-9 * 2 * static_cast<double>(n * n * n); },
      [](Device& device, size_t n) -> std::unique_ptr<Work> {
        return std::make_unique<MultiplyMatrices>(device, n, source);
      },
      Kind::kernel,
      native_products()};
  return instance;
}

}  // namespace cleave::benchmark

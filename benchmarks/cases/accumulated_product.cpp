// The product of two square matrices as PolyBench writes it: the sum is an element of the result,
// loaded and stored for each term.
#include "matrix_product.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void multiply(global const float *a, global const float *b, global float *product, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  product[row * n + column] = 0;
  for (int k = 0; k < n; ++k) product[row * n + column] += a[row * n + k] * b[k * n + column];
}
)";

}  // namespace

const Case& accumulated_product() {
  static const Case instance = {
      "accumulated_product",
      "the product of two matrices of N by N floats, summed up in the result's memory",
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

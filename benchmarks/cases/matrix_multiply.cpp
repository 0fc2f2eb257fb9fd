// The product of two square matrices: tiles of 16 by 16 in local memory, two barriers a tile.
#include "matrix_product.h"

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

}  // namespace

const Case& matrix_multiply() {
  static const Case instance = {
      "matrix_multiply",
      "the product of two matrices of N by N floats, in tiles of 16 by 16",
      "GFLOP/s",
      {{"small", 64}, {"cache", 256}, {"memory", 1024}},
      [](size_t n) { return 1e-9 * 2 * static_cast<double>(n * n * n); },
      [](Device& device, size_t n) -> std::unique_ptr<Work> {
        return std::make_unique<MultiplyMatrices>(device, n, source);
      },
      Kind::kernel,
      native_products()};
  return instance;
}

}  // namespace cleave::benchmark

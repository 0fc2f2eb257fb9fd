// Products of matrices, whose sub-groups run as tiles of rows and columns, at every width.
#include "runner.h"

namespace cleave::test {
namespace {

constexpr size_t side = 64;

const std::array<size_t, 3> local_sizes[] = {{8, 8, 1},  {16, 16, 1}, {32, 8, 1},  {64, 4, 1},
                                             {64, 2, 1}, {16, 4, 2},  {32, 32, 1}, {4, 64, 1}};

/// Two matrices of small numbers, and room for their product.
std::vector<cl_uint> factors() {
  std::vector<cl_uint> numbers(3 * side * side);
  for (size_t i = 0; i < 2 * side * side; ++i) {
    numbers[i] = static_cast<cl_uint>((i * 2654435761U >> 7) % 251);
  }
  return numbers;
}

/// Returns them with their product.
std::vector<cl_uint> product() {
  std::vector<cl_uint> numbers = factors();
  for (size_t row = 0; row < side; ++row) {
    for (size_t column = 0; column < side; ++column) {
      cl_uint sum = 0;
      for (size_t k = 0; k < side; ++k)
        sum += numbers[row * side + k] * numbers[(side + k) * side + column];
      numbers[(2 * side + row) * side + column] = sum;
    }
  }
  return numbers;
}

// OpenCL 3.0, 3.2.1: each work-item has the id of its place in the ND-range, whatever runs beside it.
TEST(RegisterTiles, MultiplyRowsByColumns) {
  const char* source = R"(
    kernel void test(global uint* d) {
      uint x = get_global_id(0), y = get_global_id(1) + get_global_size(1) * get_global_id(2);
      uint n = get_global_size(0), sum = 0;
      for (uint k = 0; k < n; ++k) sum += d[y * n + k] * d[(n + k) * n + x];
      d[(2 * n + y) * n + x] = sum;
    })";
  for (const auto& local : local_sizes) {
    const Range range = {
        .dimensions = 3, .global = {side, side / local[2], local[2]}, .local = local};
    EXPECT_EQ(product(), Runner::instance().run(source, range, factors(), 0, options_of(range)))
        << local[0] << " by " << local[1] << " by " << local[2];
  }
}

// OpenCL 3.0, 3.3.1: what a work-item keeps in private memory is its own across barriers.
TEST(RegisterTiles, KeepSumsAcrossBarriers) {
  const char* source = R"(
    kernel void test(global uint* d, local uint* t) {
      uint x = get_local_id(0), y = get_local_id(1), w = get_local_size(0), h = get_local_size(1);
      uint column = get_global_id(0), row = get_global_id(1), n = get_global_size(0), sum = 0;
      local uint *rows = t, *columns = t + w * h;
      for (uint first = 0; first < n; first += w) {
        rows[y * w + x] = d[row * n + first + x];
        for (uint i = 0; i < w; i += h)
          columns[(y + i) * w + x] = d[(n + first + y + i) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < w; ++k) sum += rows[y * w + k] * columns[k * w + x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      d[(2 * n + row) * n + column] = sum;
    })";
  for (const auto& local : local_sizes) {
    if (local[2] != 1 || local[1] > local[0]) continue;
    const Range range = {.dimensions = 2, .global = {side, side, 1}, .local = local};
    EXPECT_EQ(product(), Runner::instance().run(source, range, factors(), 5120 * sizeof(cl_uint),
                                                options_of(range)))
        << local[0] << " by " << local[1];
  }
}

// The same, where a work-group is small enough to run as one: 16 by 16 items in sub-groups of 16 lanes.
TEST(RegisterTiles, AddUpTilesOfLocalMemory) {
  const char* source = R"(
    kernel void test(global uint* d) {
      local uint rows[16][16], columns[16][16];
      int x = get_local_id(0), y = get_local_id(1), n = get_global_size(0);
      int column = get_global_id(0), row = get_global_id(1);
      uint sum = 0;
      for (int tile = 0; tile < n; tile += 16) {
        rows[y][x] = d[row * n + tile + x];
        columns[y][x] = d[(n + tile + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k) sum += rows[y][k] * columns[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
      }
      d[(2 * n + row) * n + column] = sum;
    })";
  const Range range = {.dimensions = 2, .global = {side, side, 1}, .local = {16, 16, 1}};
  EXPECT_EQ(product(), Runner::instance().run(source, range, factors()));
}

}  // namespace
}  // namespace cleave::test

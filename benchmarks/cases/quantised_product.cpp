// A matrix of weights of four bits times a vector, as language models have it: a block of 32 weights
// for each work-item, a row for each work-group.
#include <cstring>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
typedef struct { ushort scale; uchar pairs[16]; } Block;

kernel void multiply(global const Block *blocks, global const float *vector,
                     global float *product, int blocks_of_row) {
  local float sums[64];
  int item = get_local_id(0), row = get_group_id(0);
  float sum = 0;
  for (int b = item; b < blocks_of_row; b += 64) {
    global const Block *block = blocks + row * blocks_of_row + b;
    global const float *values = vector + 32 * b;
    float part = 0;
    for (int i = 0; i < 16; ++i) {
      part += values[i] * ((block->pairs[i] & 15) - 8);
      part += values[i + 16] * ((block->pairs[i] >> 4) - 8);
    }
    sum += part * vload_half(0, (global const half *)&block->scale);
  }
  sums[item] = sum;
  for (int width = 32; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < width) sums[item] += sums[item + width];
  }
  if (item == 0) product[row] = sums[0];
}
)";
constexpr size_t block_bytes = 18, weights_of_block = 32, columns = 4096;
constexpr size_t blocks_of_row = columns / weights_of_block;

/// Small whole numbers, and scales that are powers of two: every sum is exact, in any order.
struct Weights {
  explicit Weights(size_t rows)
      : blocks(rows * blocks_of_row * block_bytes), vector(columns), product(rows) {
    for (size_t i = 0; i < columns; ++i) vector[i] = static_cast<float>(i % 5) - 2;
    in_parallel(rows, [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row)
        for (size_t b = 0; b < blocks_of_row; ++b) fill(row, b);
    });
  }

  void fill(size_t row, size_t b) {
    cl_uchar* block = &blocks[(row * blocks_of_row + b) * block_bytes];
    const auto index = static_cast<uint32_t>((row * blocks_of_row + b) * 8);
    // 0.25, 0.5, 1 or 2 as a half.
    const uint32_t exponent = scrambled(index) % 4;
    const auto scale = static_cast<cl_ushort>((13 + exponent) << 10);
    std::memcpy(block, &scale, sizeof scale);
    for (uint32_t word = 0; word < 4; ++word) {
      const uint32_t pairs = scrambled(index + 1 + word);
      std::memcpy(block + 2 + 4 * word, &pairs, sizeof pairs);
    }
    int sum = 0;
    for (size_t i = 0; i < weights_of_block; ++i) {
      const int pair = block[2 + i % 16];
      const int weight = (i < 16 ? pair & 15 : pair >> 4) - 8;
      sum += weight * static_cast<int>(vector[b * weights_of_block + i]);
    }
    product[row] += static_cast<float>(sum << exponent) * 0.25F;
  }

  std::vector<cl_uchar> blocks;
  std::vector<float> vector, product;
};

class QuantisedProduct : public RepeatedWork<Weights> {
 public:
  QuantisedProduct(Device& device, size_t rows)
      : RepeatedWork(device, rows),
        kernel_(device.build(source, "multiply")),
        blocks_(device.buffer_of(problem().blocks)),
        vector_(device.buffer_of(problem().vector)),
        product_(device.zeros(rows * sizeof(float))) {
    kernel_.set_arguments(blocks_, vector_, product_, static_cast<cl_int>(blocks_of_row));
  }

  std::string verify() override {
    return difference(device().read<float>(product_, size()), problem().product);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, 64 * size(), 64); }

 private:
  Kernel kernel_;
  Buffer blocks_, vector_, product_;
};

class NativeQuantised : public NativeWork<Weights> {
 public:
  explicit NativeQuantised(size_t rows)
      : NativeWork(rows),
        blocks_(native_copy(problem().blocks)),
        vector_(native_copy(problem().vector)),
        product_(rows) {}

  std::string verify() override { return difference<float>(product_, problem().product); }

 protected:
  void repeat() override {
    split(size(), 1, [&](size_t begin, size_t end) {
      native_loops().multiply_quantised(product_.data(), blocks_.data(), vector_.data(),
                                        blocks_of_row, begin, end);
    });
  }

 private:
  NativeVector<cl_uchar> blocks_;
  NativeVector<float> vector_, product_;
};

}  // namespace

const Case& quantised_product() {
  static const Case instance = {
      "quantised_product",
      "N rows of 4096 weights of four bits times a vector of floats",
      "GFLOP/s",
      {{"small", 16}, {"cache", 256}, {"memory", 8192}},
      [](size_t rows) { return 1e-9 * 2 * static_cast<double>(rows * columns); },
      make_work<QuantisedProduct>,
      Kind::kernel,
      {{"native", make_native<NativeQuantised>}}};
  return instance;
}

}  // namespace cleave::benchmark

// Softmax of rows of halves: maxima, exponentials and divisions, a row for each work-group.
#include <algorithm>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define COUNT 256
kernel void softmax(global const half *logits, global half *shares) {
  size_t item = get_local_id(0), row = get_group_id(0) * COUNT;
  local half greatest[64];
  local float sums[64];
  half most = logits[row + item];
  for (size_t i = item + 64; i < COUNT; i += 64) most = fmax(most, logits[row + i]);
  greatest[item] = most;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 32; step > 0; step /= 2) {
    if (item < step) greatest[item] = fmax(greatest[item], greatest[item + step]);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  most = greatest[0];
  half powers[COUNT / 64];
  float sum = 0;
  for (size_t i = 0; i < COUNT / 64; ++i) {
    powers[i] = exp(logits[row + item + 64 * i] - most);
    sum += (float)powers[i];
  }
  sums[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 32; step > 0; step /= 2) {
    if (item < step) sums[item] += sums[item + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  half inverse = (half)(1 / sums[0]);
  for (size_t i = 0; i < COUNT / 64; ++i) shares[row + item + 64 * i] = powers[i] * inverse;
}
)";
constexpr size_t row_length = 256;

struct Rows {
  explicit Rows(size_t count) : logits(count * row_length), shares(count * row_length) {
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row) compute(row * row_length);
    });
  }

  void compute(size_t first) {
    double greatest = -INFINITY, sum = 0;
    for (size_t i = first; i < first + row_length; ++i) {
      logits[i] = static_cast<_Float16>(8 * scrambled_fraction(static_cast<uint32_t>(i)) - 4);
      greatest = std::max(greatest, static_cast<double>(logits[i]));
    }
    for (size_t i = first; i < first + row_length; ++i) {
      shares[i] = std::exp(static_cast<double>(logits[i]) - greatest);
      sum += shares[i];
    }
    for (size_t i = first; i < first + row_length; ++i) shares[i] /= sum;
  }

  std::vector<_Float16> logits;
  std::vector<double> shares;
};

class HalfSoftmax : public RepeatedWork<Rows> {
 public:
  HalfSoftmax(Device& device, size_t count) : RepeatedWork(device, count) {
    device.require_extension("cl_khr_fp16");
    kernel_ = device.build(source, "softmax");
    logits_ = device.buffer_of(problem().logits);
    shares_ = device.zeros(problem().shares.size() * sizeof(_Float16));
    kernel_.set_arguments(logits_, shares_);
  }

  std::string verify() override {
    // The difference from the maximum rounds by 2^-9 at most, the exponential has 2 units of 2^-11,
    // the inverse and the product round: below 8 units; subnormal shares have units of 2^-24.
    return difference_beyond(device().read<_Float16>(shares_, problem().shares.size()),
                             problem().shares,
                             [&](size_t i) { return 8 * 0x1p-10 * problem().shares[i] + 0x1p-23; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, 64 * size(), 64); }

 private:
  Kernel kernel_;
  Buffer logits_, shares_;
};

}  // namespace

const Case& half_softmax() {
  static const Case instance = {
      "half_softmax",
      "softmax of N rows of 256 halves",
      "million/s",
      {{"small", size_t{1} << 6}, {"cache", size_t{1} << 9}, {"memory", size_t{1} << 15}},
      [](size_t count) { return 1e-6 * static_cast<double>(count * row_length); },
      make_work<HalfSoftmax>};
  return instance;
}

}  // namespace cleave::benchmark

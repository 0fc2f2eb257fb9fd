// A filter of 5 by 5 over an image with a margin.
#include <array>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void convolve(global const float *in, global float *out, constant float *filter, int n) {
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 5; ++x)
      sum += filter[y * 5 + x] * in[(row + y) * (n + 4) + column + x];
  out[row * n + column] = sum;
}
)";

// Small whole numbers: every sum is exact in single precision, in any order.
constexpr std::array<float, 25> filter = {1,  4, 7, 4,  1,  4,  16, 26, 16, 4, 7, 26, 41,
                                          26, 7, 4, 16, 26, 16, 4,  1,  4,  7, 4, 1};

struct Image {
  explicit Image(size_t n) : in((n + 4) * (n + 4)), right(n * n) {
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = static_cast<float>(scrambled(static_cast<uint32_t>(i)) & 0xff);
    in_parallel(n, [&](size_t begin, size_t end) {
      for (size_t row = begin; row < end; ++row)
        for (size_t k = 0; k < filter.size(); ++k)
          for (size_t column = 0; column < n; ++column)
            right[row * n + column] += filter[k] * in[(row + k / 5) * (n + 4) + column + k % 5];
    });
  }

  std::vector<float> in, right;
};

class Convolution : public RepeatedWork<Image> {
 public:
  Convolution(Device& device, size_t n)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "convolve")),
        in_(device.buffer_of(problem().in)),
        filter_(device.buffer_of(std::span<const float>(filter))),
        out_(device.zeros(n * n * sizeof(float))) {
    kernel_.set_arguments(in_, out_, filter_, static_cast<cl_int>(n));
  }

  std::string verify() override {
    return difference(device().read<float>(out_, size() * size()), problem().right);
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {16, 16}); }

 private:
  Kernel kernel_;
  Buffer in_, filter_, out_;
};

template <auto loop>
class NativeConvolution : public NativeWork<Image> {
 public:
  explicit NativeConvolution(size_t n)
      : NativeWork(n), in_(native_copy(problem().in)), out_(n * n) {}

  std::string verify() override { return difference<float>(out_, problem().right); }

 protected:
  void repeat() override {
    split(size(), 4, [&](size_t begin, size_t end) {
      (native_loops().*loop)(out_.data(), in_.data(), filter.data(), size(), begin, end);
    });
  }

 private:
  NativeVector<float> in_, out_;
};

}  // namespace

const Case& convolution() {
  static const Case instance = {
      "convolution",
      "a filter of 5 by 5 over an image of N by N floats",
      "Mpixel/s",
      {{"small", 64}, {"cache", 512}, {"memory", 4096}},
      [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
      make_work<Convolution>,
      Kind::kernel,
      {{"native", make_native<NativeConvolution<&NativeLoops::convolve>>},
       {"blocked", make_native<NativeConvolution<&NativeLoops::convolve_blocked>>}}};
  return instance;
}

}  // namespace cleave::benchmark

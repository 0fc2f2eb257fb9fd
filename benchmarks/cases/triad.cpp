// STREAM's triad: two arrays are read, one is written.
#include "harness/case.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void triad(global float *a, global const float *b, global const float *c, float factor) {
  size_t i = get_global_id(0);
  a[i] = b[i] + factor * c[i];
}
)";
constexpr float factor = 3;

class Triad : public Work {
 public:
  Triad(Device& device, size_t count)
      : device_(device), b_(count), c_(count), kernel_(device.build(source, "triad")) {
    // Small whole numbers: the result is exact with and without a fused multiply-add.
    for (size_t i = 0; i < count; ++i) {
      b_[i] = static_cast<float>(i % 1021);
      c_[i] = static_cast<float>(i % 509);
    }
    a_buffer_ = device.zeros(count * sizeof(float));
    b_buffer_ = device.buffer_of(std::span<const float>(b_));
    c_buffer_ = device.buffer_of(std::span<const float>(c_));
    kernel_.set_arguments(a_buffer_, b_buffer_, c_buffer_, factor);
  }

  void run(size_t repetitions) override {
    for (size_t i = 0; i < repetitions; ++i) device_.enqueue(kernel_, b_.size(), 256);
    device_.finish();
  }

  std::string verify() override {
    std::vector<float> a(b_.size());
    device_.read(a_buffer_, std::span(a));
    for (size_t i = 0; i < a.size(); ++i)
      if (a[i] != b_[i] + factor * c_[i]) return "element " + std::to_string(i);
    return {};
  }

 private:
  Device& device_;
  std::vector<float> b_, c_;
  Kernel kernel_;
  Buffer a_buffer_, b_buffer_, c_buffer_;
};

}  // namespace

const Case& triad() {
  static const Case instance = {
      "triad",
      "a[i] = b[i] + 3 * c[i] over arrays of N floats",
      "GB/s",
      {{"small", size_t{1} << 14}, {"cache", size_t{1} << 18}, {"memory", size_t{1} << 24}},
      [](size_t count) { return 1e-9 * 3 * sizeof(float) * static_cast<double>(count); },
      [](Device& device, size_t count) -> std::unique_ptr<Work> {
        return std::make_unique<Triad>(device, count);
      }};
  return instance;
}

}  // namespace cleave::benchmark

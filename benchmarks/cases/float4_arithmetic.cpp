// Arithmetic on vectors of four, with components that change places.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void mix_vectors(global const float4 *in, global float4 *out, float a, float b, float c) {
  size_t i = get_global_id(0);
  float4 v = in[i];
  for (int turn = 0; turn < 16; ++turn) v = v * a + v.yzwx * b + c;
  out[i] = v;
}
)";
constexpr float a = 0.6F, b = 0.3F, c = 0.1F;
constexpr size_t turns = 16;

struct Vectors {
  explicit Vectors(size_t count) : in(4 * count), right(4 * count) {
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) fill(i);
    });
  }

  void fill(size_t i) {
    double v[4];
    for (size_t k = 0; k < 4; ++k)
      v[k] = in[4 * i + k] = scrambled_fraction(static_cast<uint32_t>(4 * i + k));
    for (size_t turn = 0; turn < turns; ++turn) {
      const double first = v[0];
      for (size_t k = 0; k < 4; ++k)
        v[k] = v[k] * double{a} + (k < 3 ? v[k + 1] : first) * double{b} + double{c};
    }
    for (size_t k = 0; k < 4; ++k) right[4 * i + k] = v[k];
  }

  /// Compares vectors with the right ones; empty if they are close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> found) const {
    // No number exceeds 1: a turn rounds by at most 3 units of 2^-24 and makes 0.9 of what errors
    // were there before.
    return difference_beyond<float>(found, right, [](size_t) { return 32 * 0x1p-24; });
  }

  std::vector<float> in;
  std::vector<double> right;
};

class Float4Arithmetic : public RepeatedWork<Vectors> {
 public:
  Float4Arithmetic(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "mix_vectors")),
        in_(device.buffer_of(problem().in)),
        out_(device.zeros(4 * count * sizeof(float))) {
    kernel_.set_arguments(in_, out_, a, b, c);
  }

  std::string verify() override {
    return problem().difference_of(device().read<float>(out_, 4 * size()));
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 128); }

 private:
  Kernel kernel_;
  Buffer in_, out_;
};

class NativeVectors : public NativeWork<Vectors> {
 public:
  explicit NativeVectors(size_t count)
      : NativeWork(count), in_(native_copy(problem().in)), out_(4 * count) {}

  std::string verify() override { return problem().difference_of(out_); }

 protected:
  void repeat() override {
    constexpr float factors[] = {a, b, c};
    split(size(), 16, [&](size_t begin, size_t end) {
      native_loops().mix_vectors(out_.data(), in_.data(), factors, begin, end);
    });
  }

 private:
  NativeVector<float> in_, out_;
};

}  // namespace

const Case& float4_arithmetic() {
  static const Case instance = {
      "float4_arithmetic",
      "sixteen turns of v * a + v.yzwx * b + c on each of N vectors",
      "GFLOP/s",
      {{"small", size_t{1} << 10}, {"cache", size_t{1} << 15}, {"memory", size_t{1} << 21}},
      [](size_t count) { return 1e-9 * 16 * turns * static_cast<double>(count); },
      make_work<Float4Arithmetic>,
      Kind::kernel,
      {{"native", make_native<NativeVectors>}}};
  return instance;
}

}  // namespace cleave::benchmark

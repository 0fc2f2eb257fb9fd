// A fast Fourier transform in passes of radix 2, each from one buffer to another (Stockham's
// order).
#include <bit>
#include <complex>
#include <numbers>

#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void transform(global const float2 *in, global float2 *out, global const float2 *roots,
                      uint width) {
  uint i = get_global_id(0), half_count = get_global_size(0);
  uint k = i & (width - 1);
  float2 even = in[i], odd = in[i + half_count];
  float2 root = roots[k * (half_count / width)];
  float2 turned = (float2)(odd.x * root.x - odd.y * root.y, odd.x * root.y + odd.y * root.x);
  uint to = 2 * i - k;
  out[to] = even + turned;
  out[to + width] = even - turned;
}
)";
using Complex = std::complex<double>;

struct Signal {
  explicit Signal(size_t count) : in(2 * count), roots(count) {
    std::vector<Complex> signal(count), other(count), exact_roots(count / 2);
    double squares = 0;
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = scrambled_fraction(static_cast<uint32_t>(i)) - 0.5F;
      squares += static_cast<double>(in[i]) * static_cast<double>(in[i]);
    }
    for (size_t i = 0; i < count; ++i) signal[i] = {in[2 * i], in[2 * i + 1]};
    for (size_t i = 0; i < count / 2; ++i) {
      exact_roots[i] = std::polar(
          1.0, -2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count));
      roots[2 * i] = static_cast<float>(exact_roots[i].real());
      roots[2 * i + 1] = static_cast<float>(exact_roots[i].imag());
    }
    for (size_t width = 1; width < count; width *= 2) {
      pass(signal, other, exact_roots, width);
      signal.swap(other);
    }
    for (const Complex& each : signal) right.insert(right.end(), {each.real(), each.imag()});
    norm = std::sqrt(squares * static_cast<double>(count));
  }

  static void pass(const std::vector<Complex>& in, std::vector<Complex>& out,
                   const std::vector<Complex>& roots, size_t width) {
    const size_t half = in.size() / 2;
    in_parallel(half, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const size_t k = i & (width - 1);
        const Complex a = in[i + half], b = roots[k * (half / width)];
        const Complex turned = {a.real() * b.real() - a.imag() * b.imag(),
                                a.real() * b.imag() + a.imag() * b.real()};
        out[2 * i - k] = in[i] + turned;
        out[2 * i - k + width] = in[i] - turned;
      }
    });
  }

  [[nodiscard]] size_t passes() const {
    return static_cast<size_t>(std::countr_zero(in.size() / 2));
  }

  /// Compares a transform with the right one; empty if it is close enough.
  [[nodiscard]] std::string difference_of(std::span<const float> found) const {
    // A pass rounds each part of a number four times at most and the roots once before: its error
    // is below 5 units of 2^-24 of the norm, which no later pass makes more of.
    const double bound = 5 * 0x1p-24 * static_cast<double>(passes()) * norm;
    return difference_beyond<float>(found, right, [&](size_t) { return bound; });
  }

  std::vector<float> in, roots;  // real and imaginary parts in turn
  std::vector<double> right;     // likewise
  double norm;                   // of the transform: the root of the sum of its squares
};

class Fft : public RepeatedWork<Signal> {
 public:
  Fft(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "transform")),
        in_(device.buffer_of(problem().in)),
        roots_(device.buffer_of(problem().roots)),
        buffers_{device.zeros(2 * count * sizeof(float)), device.zeros(2 * count * sizeof(float))} {
  }

  std::string verify() override {
    return problem().difference_of(
        device().read<float>(buffers_[(problem().passes() - 1) % 2], 2 * size()));
  }

 protected:
  void enqueue() override {
    const Buffer* from = &in_;
    for (size_t i = 0; i < problem().passes(); ++i) {
      kernel_.set_arguments(*from, buffers_[i % 2], roots_, cl_uint{1} << i);
      device().enqueue(kernel_, size() / 2, 64);
      from = &buffers_[i % 2];
    }
  }

 private:
  Kernel kernel_;
  Buffer in_, roots_;
  Buffer buffers_[2];
};

class NativeFft : public NativeWork<Signal> {
 public:
  explicit NativeFft(size_t count)
      : NativeWork(count),
        in_(native_copy(problem().in)),
        roots_(native_copy(problem().roots)),
        buffers_{NativeVector<float>(2 * count), NativeVector<float>(2 * count)} {}

  std::string verify() override {
    return problem().difference_of(buffers_[(problem().passes() - 1) % 2]);
  }

 protected:
  void repeat() override {
    const float* from = in_.data();
    for (size_t i = 0; i < problem().passes(); ++i) {
      float* to = buffers_[i % 2].data();
      split(size() / 2, 16, [&](size_t begin, size_t end) {
        native_loops().transform(to, from, roots_.data(), size() / 2, size_t{1} << i, begin, end);
      });
      from = to;
    }
  }

 private:
  NativeVector<float> in_, roots_, buffers_[2];
};

}  // namespace

const Case& fft() {
  static const Case instance = {
      "fft",
      "the Fourier transform of N complex numbers in passes of radix 2, 5 N log N operations",
      "GFLOP/s",
      {{"small", size_t{1} << 10}, {"cache", size_t{1} << 15}, {"memory", size_t{1} << 21}},
      [](size_t count) { return 1e-9 * 5 * static_cast<double>(count * std::countr_zero(count)); },
      make_work<Fft>,
      Kind::kernel,
      {{"native", make_native<NativeFft>}}};
  return instance;
}

}  // namespace cleave::benchmark

// A step of the wave equation in three dimensions: 19 points, the third along each axis included.
#include "harness/host.h"
#include "harness/native.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define MARGIN 4

kernel void advance(global const float *now, global float *other, global const float *speeds,
                 float4 weights) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int row = get_global_size(0) + 2 * MARGIN, plane = row * row;
  int i = (z + MARGIN) * plane + (y + MARGIN) * row + x + MARGIN;
  float change = weights.s0 * now[i];
  change += weights.s1 * (now[i + 1] + now[i - 1] + now[i + row] + now[i - row] +
                          now[i + plane] + now[i - plane]);
  change += weights.s2 * (now[i + 2] + now[i - 2] + now[i + 2 * row] + now[i - 2 * row] +
                          now[i + 2 * plane] + now[i - 2 * plane]);
  change += weights.s3 * (now[i + 3] + now[i - 3] + now[i + 3 * row] + now[i - 3 * row] +
                          now[i + 3 * plane] + now[i - 3 * plane]);
  other[i] = 2 * now[i] - other[i] + speeds[i] * change;
}
)";
constexpr size_t margin = 4;
constexpr cl_float4 weights = {{0.5F, -0.25F, 0.125F, -0.0625F}};

/// Small multiples of powers of two: every result is exact, whatever is fused.
struct Waves {
  explicit Waves(size_t inner)
      : row(inner + 2 * margin), now(row * row * row), before(now.size()), speeds(now.size()) {
    for (size_t i = 0; i < now.size(); ++i) {
      const uint32_t number = scrambled(static_cast<uint32_t>(i));
      now[i] = static_cast<float>(number % 16);
      before[i] = static_cast<float>(number >> 4 & 15);
      speeds[i] = 0.125F * static_cast<float>(number >> 8 & 15);
    }
    after = before;
    in_parallel(inner, [&](size_t begin, size_t end) {
      for (size_t z = begin; z < end; ++z)
        for (size_t y = 0; y < inner; ++y)
          for (size_t x = 0; x < inner; ++x)
            advance(((z + margin) * row + y + margin) * row + x + margin);
    });
  }

  void advance(size_t i) {
    float change = weights.s[0] * now[i];
    for (size_t distance = 1; distance < margin; ++distance)
      for (const size_t stride : {size_t{1}, row, row * row})
        change += weights.s[distance] * (now[i + distance * stride] + now[i - distance * stride]);
    after[i] = 2 * now[i] - before[i] + speeds[i] * change;
  }

  size_t row;
  std::vector<float> now, before, speeds, after;
};

class WaveStencil : public RepeatedWork<Waves> {
 public:
  WaveStencil(Device& device, size_t inner)
      : RepeatedWork(device, inner),
        kernel_(device.build(source, "advance")),
        now_(device.buffer_of(problem().now)),
        other_(device.buffer_of(problem().before)),
        speeds_(device.buffer_of(problem().speeds)) {
    kernel_.set_arguments(now_, other_, speeds_, weights);
  }

  std::string verify() override {
    return difference(device().read<float>(other_, problem().now.size()),
                      advanced_ ? problem().after : problem().before);
  }

 protected:
  void enqueue() override {
    // Whole rows.
    device().enqueue(kernel_, {size(), size(), size()}, {size(), 256 / size(), 1});
    advanced_ = !advanced_;  // the equation is symmetric: a second step leads back
  }

 private:
  Kernel kernel_;
  Buffer now_, other_, speeds_;
  bool advanced_ = false;
};

class NativeWaves : public NativeWork<Waves> {
 public:
  explicit NativeWaves(size_t inner)
      : NativeWork(inner),
        now_(native_copy(problem().now)),
        other_(native_copy(problem().before)),
        speeds_(native_copy(problem().speeds)) {}

  std::string verify() override {
    return difference<float>(other_, advanced_ ? problem().after : problem().before);
  }

 protected:
  void repeat() override {
    split(size(), 1, [&](size_t begin, size_t end) {
      native_loops().advance_waves(other_.data(), now_.data(), speeds_.data(), weights.s, size(),
                                   begin, end);
    });
    advanced_ = !advanced_;
  }

 private:
  NativeVector<float> now_, other_, speeds_;
  bool advanced_ = false;
};

}  // namespace

const Case& wave_stencil() {
  static const Case instance = {
      "wave_stencil",
      "a step of the wave equation for N by N by N points, three neighbours on each side",
      "Mpoint/s",
      {{"small", 16}, {"cache", 64}, {"memory", 256}},
      [](size_t n) { return 1e-6 * static_cast<double>(n * n * n); },
      make_work<WaveStencil>,
      Kind::kernel,
      {{"native", make_native<NativeWaves>}}};
  return instance;
}

}  // namespace cleave::benchmark

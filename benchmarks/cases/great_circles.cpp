// Distances and bearings between places on a sphere: sines and cosines, asin and atan2.
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void great_circles(global const float2 *from, global const float2 *to, global float *distances,
                          global float *bearings) {
  size_t i = get_global_id(0);
  float2 a = from[i], b = to[i];  // latitude and longitude in radians
  float cos_a, cos_b, cos_way;
  float sin_a = sincos(a.x, &cos_a), sin_b = sincos(b.x, &cos_b), sin_way = sincos(b.y - a.y, &cos_way);
  float2 halves = sin(0.5f * (b - a));
  distances[i] = 2 * asin(sqrt(fmin(halves.x * halves.x + cos_a * cos_b * halves.y * halves.y, 1.0f)));
  bearings[i] = atan2(sin_way * cos_b, cos_a * sin_b - sin_a * cos_b * cos_way);
}
)";

struct Places {
  explicit Places(size_t count)
      : from(2 * count), to(2 * count), distances(count), bearings(count) {
    in_parallel(count, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) measure(i);
    });
  }

  /// Places away from the poles and from each other's antipodes, where results are uncertain.
  void measure(size_t i) {
    const auto index = static_cast<uint32_t>(4 * i);
    from[2 * i] = 2.4F * scrambled_fraction(index) - 1.2F;
    from[2 * i + 1] = scrambled_fraction(index + 1) - 0.5F;
    to[2 * i] = 2.4F * scrambled_fraction(index + 2) - 1.2F;
    to[2 * i + 1] = 0.75F + scrambled_fraction(index + 3);
    const double a = from[2 * i], b = to[2 * i];
    const double way = static_cast<double>(to[2 * i + 1]) - static_cast<double>(from[2 * i + 1]);
    const double half_a = std::sin((b - a) / 2), half_b = std::sin(way / 2);
    distances[i] =
        2 * std::asin(std::sqrt(half_a * half_a + std::cos(a) * std::cos(b) * half_b * half_b));
    bearings[i] = std::atan2(std::sin(way) * std::cos(b),
                             std::cos(a) * std::sin(b) - std::sin(a) * std::cos(b) * std::cos(way));
  }

  std::vector<float> from, to;
  std::vector<double> distances, bearings;
};

class GreatCircles : public RepeatedWork<Places> {
 public:
  GreatCircles(Device& device, size_t count)
      : RepeatedWork(device, count),
        kernel_(device.build(source, "great_circles")),
        from_(device.buffer_of(problem().from)),
        to_(device.buffer_of(problem().to)),
        distances_(device.zeros(count * sizeof(float))),
        bearings_(device.zeros(count * sizeof(float))) {
    kernel_.set_arguments(from_, to_, distances_, bearings_);
  }

  std::string verify() override {
    // Arguments of asin and atan2 are sums of products of sines, each within 16 units of 2^-24.
    // asin's slope is below 8 at distances below 2.9, and a bearing's ends lie at least 0.05 from
    // its origin.
    const std::string found =
        difference_beyond(device().read<float>(distances_, size()), problem().distances,
                          [](size_t /*i*/) { return 256 * 0x1p-24; });
    if (!found.empty()) return "distances: " + found;
    return difference_beyond(device().read<float>(bearings_, size()), problem().bearings,
                             [](size_t /*i*/) { return 1024 * 0x1p-24; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, size(), 256); }

 private:
  Kernel kernel_;
  Buffer from_, to_, distances_, bearings_;
};

}  // namespace

const Case& great_circles() {
  static const Case instance = {
      "great_circles",
      "distances and bearings between N pairs of places on a sphere",
      "Mpair/s",
      {{"small", size_t{1} << 12}, {"cache", size_t{1} << 16}, {"memory", size_t{1} << 22}},
      [](size_t count) { return 1e-6 * static_cast<double>(count); },
      make_work<GreatCircles>};
  return instance;
}

}  // namespace cleave::benchmark

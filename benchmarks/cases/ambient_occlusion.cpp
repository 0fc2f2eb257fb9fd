// Ambient occlusion: from what each pixel shows, rays in random directions, tested against a scene
// of three balls on a floor. Branches, roots, sines and a generator of random numbers.
#include <algorithm>
#include <array>

#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define BALLS 3
#define FLOOR -0.5f

constant float4 balls[BALLS] = {
    {-2.0f, 0.0f, -3.5f, 0.5f}, {-0.5f, 0.0f, -3.0f, 0.5f}, {1.0f, 0.0f, -2.2f, 0.5f}};

typedef struct { float distance; float3 point, normal; } Hit;

void meet_ball(Hit *hit, float3 origin, float3 direction, float4 ball) {
  float3 from = origin - ball.xyz;
  float b = dot(from, direction), c = dot(from, from) - ball.w * ball.w, d = b * b - c;
  if (d > 0) {
    float t = -b - sqrt(d);
    if (t > 0 && t < hit->distance) {
      hit->distance = t;
      hit->point = origin + t * direction;
      float3 out = hit->point - ball.xyz;
      hit->normal = out * rsqrt(dot(out, out));
    }
  }
}

void meet_floor(Hit *hit, float3 origin, float3 direction) {
  if (fabs(direction.y) < 1e-17f) return;
  float t = (FLOOR - origin.y) / direction.y;
  if (t > 0 && t < hit->distance) {
    hit->distance = t;
    hit->point = origin + t * direction;
    hit->normal = (float3)(0, 1, 0);
  }
}

Hit meet_all(float3 origin, float3 direction) {
  Hit hit = {1e17f, (float3)(0), (float3)(0)};
  for (int i = 0; i < BALLS; ++i) meet_ball(&hit, origin, direction, balls[i]);
  meet_floor(&hit, origin, direction);
  return hit;
}

// L'Ecuyer's generator LFSR113.
float next(uint4 *state) {
  uint4 s = *state;
  s.x = (s.x & 0xfffffffeu) << 18 ^ ((s.x << 6 ^ s.x) >> 13);
  s.y = (s.y & 0xfffffff8u) << 2 ^ ((s.y << 2 ^ s.y) >> 27);
  s.z = (s.z & 0xfffffff0u) << 7 ^ ((s.z << 13 ^ s.z) >> 21);
  s.w = (s.w & 0xffffff80u) << 13 ^ ((s.w << 3 ^ s.w) >> 12);
  *state = s;
  return ((s.x ^ s.y ^ s.z ^ s.w) >> 8) * 0x1p-24f;
}

float open_sky(Hit hit, uint4 *state, int rays) {
  float3 across = fabs(hit.normal.x) < 0.6f ? (float3)(1, 0, 0) : (float3)(0, 1, 0);
  float3 u = cross(across, hit.normal);
  u *= rsqrt(dot(u, u));
  float3 v = cross(hit.normal, u), origin = hit.point + 1e-4f * hit.normal;
  int open = 0;
  for (int i = 0; i < rays; ++i) {
    float radius = sqrt(next(state)), angle = 6.2831853f * next(state);
    float x = cos(angle) * radius, y = sin(angle) * radius, z = sqrt(1.0f - radius * radius);
    if (meet_all(origin, x * u + y * v + z * hit.normal).distance == 1e17f) ++open;
  }
  return (float)open / rays;
}

kernel void shade(global float *picture, int samples, int rays) {
  // Sixteen work-items have a square of four by four pixels, whose rays meet much the same.
  int i = get_global_id(0), width = get_global_size(0) / 4, height = get_global_size(1) * 4;
  int column = i / 16 * 4 + i % 4, row = get_global_id(1) * 4 + i % 16 / 4;
  uint seed = 128 + row * width + column;
  uint4 state = (uint4)(seed, seed * 747796405u | 128, ~seed, seed * 2891336453u | 128);
  float sum = 0;
  for (int sample = 0; sample < samples * samples; ++sample) {
    float x = (column + (sample % samples) / (float)samples) / (0.5f * width) - 1.0f;
    float y = 1.0f - (row + (sample / samples) / (float)samples) / (0.5f * height);
    float3 direction = (float3)(x, y, -1);
    Hit hit = meet_all((float3)(0), direction * rsqrt(dot(direction, direction)));
    if (hit.distance < 1e17f) sum += open_sky(hit, &state, rays);
  }
  picture[row * width + column] = sum / (samples * samples);
}
)";
constexpr cl_int sample_count = 2, ray_count = 64;

struct Point {
  double x, y, z;
};
Point operator+(Point a, Point b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
Point operator-(Point a, Point b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
Point operator*(double s, Point a) {
  return {s * a.x, s * a.y, s * a.z};
}
double dot(Point a, Point b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
Point cross(Point a, Point b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Point unit(Point a) {
  return (1 / std::sqrt(dot(a, a))) * a;
}

constexpr std::array<Point, 3> centers = {{{-2, 0, -3.5}, {-0.5, 0, -3}, {1, 0, double{-2.2F}}}};
constexpr double sky = 1e17;

/// Describes what a ray meets first, and whether rounding may change that.
struct Hit {
  double distance = sky;
  Point normal = {0, 0, 0};
  bool unsure = false;
};

Hit meet_all(Point origin, Point direction) {
  constexpr double tolerance = 1e-4;
  Hit hit;
  for (const Point& center : centers) {
    const Point from = origin - center;
    const double b = dot(from, direction), d = b * b - dot(from, from) + 0.25;
    if (std::abs(d) < tolerance) hit.unsure = true;
    if (d <= 0) continue;
    const double t = -b - std::sqrt(d);
    if (std::abs(t) < tolerance) hit.unsure = true;
    if (t > 0 && t < hit.distance) {
      hit.distance = t;
      hit.normal = unit(origin + t * direction - center);
    }
  }
  const double t = (-0.5 - origin.y) / direction.y;
  if (std::abs(direction.y) < tolerance || std::abs(t) < tolerance ||
      std::abs(t - hit.distance) < 10 * tolerance)
    hit.unsure = true;
  if (t > 0 && t < hit.distance) {
    hit.distance = t;
    hit.normal = {0, 1, 0};
  }
  return hit;
}

/// L'Ecuyer's generator LFSR113, as in the kernel.
class RandomNumbers {
 public:
  explicit RandomNumbers(uint32_t seed)
      : state_({seed, seed * 747796405u | 128, ~seed, seed * 2891336453u | 128}) {}

  double next() {
    auto& [x, y, z, w] = state_;
    x = (x & 0xfffffffeu) << 18 ^ ((x << 6 ^ x) >> 13);
    y = (y & 0xfffffff8u) << 2 ^ ((y << 2 ^ y) >> 27);
    z = (z & 0xfffffff0u) << 7 ^ ((z << 13 ^ z) >> 21);
    w = (w & 0xffffff80u) << 13 ^ ((w << 3 ^ w) >> 12);
    return ((x ^ y ^ z ^ w) >> 8) * 0x1p-24;
  }

 private:
  std::array<uint32_t, 4> state_;
};

/// A pixel's brightness, and how much of it hangs on rays that may go either way.
struct Brightness {
  double middle = 0, unsure = 0;
};

Brightness open_sky(Point point, const Hit& hit, RandomNumbers& numbers) {
  const Point u = unit(
      cross(std::abs(hit.normal.x) < double{0.6F} ? Point{1, 0, 0} : Point{0, 1, 0}, hit.normal));
  const Point v = cross(hit.normal, u), origin = point + double{1e-4F} * hit.normal;
  Brightness open;
  for (cl_int i = 0; i < ray_count; ++i) {
    const double radius = std::sqrt(numbers.next());
    const double angle = double{6.2831853F} * numbers.next();
    const Hit met = meet_all(origin, radius * std::cos(angle) * u + radius * std::sin(angle) * v +
                                         std::sqrt(1 - radius * radius) * hit.normal);
    if (met.unsure) open.unsure += 1.0 / ray_count;
    if (met.distance == sky) open.middle += 1.0 / ray_count;
  }
  return open;
}

/// Some of the pixels, in double precision: the whole picture would take long.
struct Picture {
  explicit Picture(size_t n) : right(std::max<size_t>(n * n / pixel_stride, 1)) {
    in_parallel(right.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) right[i] = brightness(i * pixel_stride, n);
    });
  }

  static Brightness brightness(size_t pixel, size_t n) {
    RandomNumbers numbers(static_cast<uint32_t>(128 + pixel));
    Brightness sum;
    for (size_t i = 0; i < size_t{sample_count * sample_count}; ++i) {
      const auto column = static_cast<double>(pixel % n) + 0.5 * static_cast<double>(i % 2);
      const auto row = static_cast<double>(pixel / n) + 0.5 * static_cast<double>(i / 2);
      const double half = 0.5 * static_cast<double>(n);
      const Point direction = unit({column / half - 1, 1 - row / half, -1});
      const Hit hit = meet_all({0, 0, 0}, direction);
      // If a sample may see the sky instead, the random numbers of the later ones differ, too.
      if (hit.unsure) return {0.5, 0.5};
      if (hit.distance == sky) continue;
      const auto [middle, unsure] = open_sky(hit.distance * direction, hit, numbers);
      // The first normal decides the directions' axes.
      if (std::abs(std::abs(hit.normal.x) - 0.6) < 1e-4) return {0.5, 0.5};
      sum.middle += 0.25 * middle;
      sum.unsure += 0.25 * unsure;
    }
    return sum;
  }

  static constexpr size_t pixel_stride = 61;  // a prime: pixels of all columns
  std::vector<Brightness> right;
};

class AmbientOcclusion : public RepeatedWork<Picture> {
 public:
  AmbientOcclusion(Device& device, size_t n)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "shade")),
        picture_(device.zeros(n * n * sizeof(float))) {
    kernel_.set_arguments(picture_, sample_count, ray_count);
  }

  std::string verify() override {
    const std::vector<float> found = device().read<float>(picture_, size() * size());
    for (size_t i = 0; i < problem().right.size(); ++i) {
      const auto [middle, unsure] = problem().right[i];
      const double pixel = double{found[i * Picture::pixel_stride]};
      if (!(std::abs(pixel - middle) <= unsure + 1e-5))
        return "pixel " + std::to_string(i * Picture::pixel_stride) + " is " +
               std::to_string(pixel) + ", not " + std::to_string(middle) + " or within " +
               std::to_string(unsure);
    }
    return {};
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size() * 4, size() / 4}, {16, 4}); }

 private:
  Kernel kernel_;
  Buffer picture_;
};

}  // namespace

const Case& ambient_occlusion() {
  static const Case instance = {"ambient_occlusion",
                                "N by N pixels of 4 samples with 64 rays each",
                                "Mpixel/s",
                                {{"small", 32}, {"cache", 128}, {"memory", 512}},
                                [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
                                make_work<AmbientOcclusion>};
  return instance;
}

}  // namespace cleave::benchmark

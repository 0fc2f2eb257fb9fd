// Light through smoke: rays march through a grid of densities, and from each step towards a lamp.
#include <algorithm>

#include "cases/smoke.h"
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
#define LOW ((float3)(0.3f, -0.2f, 0.3f))
#define HIGH ((float3)(1.8f, 2.3f, 1.8f))

typedef struct { float enter, leave; } Span;

Span inside(float3 origin, float3 direction) {
  float3 low = (LOW - origin) / direction, high = (HIGH - origin) / direction;
  float3 first = min(low, high), last = max(low, high);
  Span span = {max(max(first.x, first.y), max(first.z, 0.0f)),
               min(min(last.x, last.y), last.z)};
  return span;
}

float voxel(global const float *grid, int4 size, int x, int y, int z) {
  x = clamp(x, 0, size.x - 1);
  y = clamp(y, 0, size.y - 1);
  z = clamp(z, 0, size.z - 1);
  return grid[(z * size.y + y) * size.x + x];
}

float density(global const float *grid, int4 size, float3 point) {
  if (any(point < LOW) || any(point > HIGH)) return 0;
  float3 place = (point - LOW) / (HIGH - LOW) * convert_float3(size.xyz) - 0.5f;
  int3 cell = convert_int3(place);
  float3 part = place - convert_float3(cell);
  float rows[4];
  for (int i = 0; i < 4; ++i) {
    int y = cell.y + (i & 1), z = cell.z + (i >> 1);
    rows[i] = mix(voxel(grid, size, cell.x, y, z), voxel(grid, size, cell.x + 1, y, z), part.x);
  }
  return mix(mix(rows[0], rows[1], part.y), mix(rows[2], rows[3], part.y), part.z);
}

// The share of the lamp's light that arrives at `point`.
float arriving(global const float *grid, int4 size, float3 point, float3 lamp, float extinction) {
  float3 way = lamp - point;
  Span span = inside(point, way);
  float stride = 0.2f / length(way), sum = 0;
  float3 position = point + way * span.enter;
  for (float t = span.enter; t < span.leave; t += stride) {
    sum += density(grid, size, position);
    position += way * stride;
  }
  return exp(-0.2f * extinction * sum);
}

kernel void render(global const float *grid, int4 size, global float *picture) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  float3 origin = (float3)(1.0f, 2.9f, -10.5f), lamp = (float3)(-1.0f, 4.0f, 1.5f);
  float3 direction = (float3)(0.14f * (2.0f * x / width - 1.0f),
                              -0.182f + 0.186f * (1.0f - 2.0f * y / get_global_size(1)), 1.0f);
  const float absorbed = 10, scattered = 10, emitted = 0.25f, power = 40, step = 0.025f;

  Span span = inside(origin, direction);
  float stride = step / length(direction), depth = 0, light = 0;
  float3 position = origin + direction * span.enter;
  for (float t = span.enter; t < span.leave; t += stride) {
    float here = density(grid, size, position), left = exp(-depth);
    if (left < 0.005f) break;
    float3 away = lamp - position;
    float lit = power / dot(away, away) *
                arriving(grid, size, position, lamp, absorbed + scattered);
    light += step * left * here * scattered * (lit + emitted);
    depth += step * (absorbed + scattered) * here;
    position += direction * stride;
  }
  picture[y * width + x] = pow(light, 1.0f / 2.2f);
}
)";

/// Some of the pixels, in double precision: the whole picture would take long.
struct Picture {
  explicit Picture(size_t n) : right(std::max<size_t>(n * n / pixel_stride, 1)) {
    in_parallel(right.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const size_t pixel = i * pixel_stride;
        right[i] = smoke.brightness(static_cast<double>(pixel % n) / static_cast<double>(n),
                                    static_cast<double>(pixel / n) / static_cast<double>(n));
      }
    });
  }

  static constexpr size_t pixel_stride = 61;  // a prime: pixels of all columns
  Smoke smoke;
  std::vector<double> right;
};

class VolumeRendering : public RepeatedWork<Picture> {
 public:
  VolumeRendering(Device& device, size_t n)
      : RepeatedWork(device, n),
        kernel_(device.build(source, "render")),
        grid_(device.buffer_of(problem().smoke.grid)),
        picture_(device.zeros(n * n * sizeof(float))) {
    constexpr cl_int4 grid_size = {{Smoke::width, Smoke::height, Smoke::depth, 0}};
    kernel_.set_arguments(grid_, grid_size, picture_);
  }

  std::string verify() override {
    const std::vector<float> all = device().read<float>(picture_, size() * size());
    std::vector<float> found(problem().right.size());
    for (size_t i = 0; i < found.size(); ++i) found[i] = all[i * Picture::pixel_stride];
    // Rounding may add or take a last step, where the light has faded to 0.005 or the smoke is
    // thin.
    return difference_beyond(std::span<const float>(found), problem().right,
                             [](size_t) { return 0.01; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {size(), size()}, {8, 8}); }

 private:
  Kernel kernel_;
  Buffer grid_, picture_;
};

}  // namespace

const Case& volume_rendering() {
  static const Case instance = {"volume_rendering",
                                "N by N rays through 48 by 64 by 48 voxels of smoke",
                                "Mray/s",
                                {{"small", 32}, {"cache", 128}, {"memory", 512}},
                                [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
                                make_work<VolumeRendering>};
  return instance;
}

}  // namespace cleave::benchmark

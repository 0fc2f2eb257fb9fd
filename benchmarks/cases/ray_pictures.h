// Renders a scene of triangles with a kernel of one's choice.
#pragma once

#include <string>
#include <vector>

#include "cases/ray_scene.h"
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {

/// The kernels share this text: structures, and tests of a ray with a box and a triangle.
inline constexpr const char* ray_source = R"(
typedef struct { float low[3], high[3]; uint offset; uchar count, axis; ushort unused; } Node;
typedef struct { float4 corners[3]; int id, unused[3]; } Triangle;
typedef struct { float3 origin, direction, inverse; float limit; int id; } Ray;

Ray make_ray(float3 origin, float3 direction) {
  Ray ray = {origin, direction, 1.0f / direction, 1e30f, 0};
  return ray;
}

bool meets_box(global const Node *node, const Ray *ray) {
  float3 low = vload3(0, node->low), high = vload3(0, node->high);
  float3 a = (low - ray->origin) * ray->inverse, b = (high - ray->origin) * ray->inverse;
  float3 first = min(a, b), last = max(a, b);
  return max(max(first.x, first.y), max(first.z, 0.0f)) <=
         min(min(last.x, last.y), min(last.z, ray->limit));
}

void meet_triangle(global const Triangle *triangle, Ray *ray) {
  float3 start = triangle->corners[0].xyz;
  float3 first = triangle->corners[1].xyz - start, second = triangle->corners[2].xyz - start;
  float3 across = cross(ray->direction, second), from = ray->origin - start;
  float scale = 1.0f / dot(across, first);
  float b = dot(from, across) * scale;
  float3 around = cross(from, first);
  float c = dot(ray->direction, around) * scale, distance = dot(second, around) * scale;
  if (b >= 0 && c >= 0 && b + c <= 1 && distance >= 0 && distance <= ray->limit) {
    ray->limit = distance;
    ray->id = triangle->id;
  }
}
)";

/// Some of the pixels, in double precision: the whole picture would take long.
struct RayPicture {
  explicit RayPicture(size_t n) : scene(n), right(std::max<size_t>(n * n / pixel_stride, 1)) {
    in_parallel(right.size(), [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) {
        const size_t pixel = i * pixel_stride;
        right[i] = scene.meet(static_cast<double>(pixel % n), static_cast<double>(pixel / n));
      }
    });
  }

  static constexpr size_t pixel_stride = 61;  // a prime: pixels of all columns
  RayScene scene;
  std::vector<Meeting> right;
};

/// The kernel's arguments: nodes, triangles, the camera's vectors, and for each pixel of the
/// picture how far its ray goes, and to which triangle.
class RayRenderer : public RepeatedWork<RayPicture> {
 public:
  RayRenderer(Device& device, size_t n, const char* kernel_source)
      : RepeatedWork(device, n),
        kernel_(device.build((std::string(ray_source) + kernel_source).c_str(), "render")),
        nodes_(device.buffer_of(problem().scene.nodes)),
        triangles_(device.buffer_of(problem().scene.triangles)),
        distances_(device.zeros(n * n * sizeof(float))),
        ids_(device.zeros(n * n * sizeof(cl_int))) {
    const auto& [origin, corner, across, down] = problem().scene.camera;
    kernel_.set_arguments(nodes_, triangles_, vector_of(origin), vector_of(corner),
                          vector_of(across), vector_of(down), distances_, ids_);
  }

  std::string verify() override {
    const std::vector<float> distances = device().read<float>(distances_, size() * size());
    const std::vector<cl_int> ids = device().read<cl_int>(ids_, size() * size());
    for (size_t i = 0; i < problem().right.size(); ++i) {
      const size_t pixel = i * RayPicture::pixel_stride;
      const auto x = static_cast<double>(pixel % size()), y = static_cast<double>(pixel / size());
      const double found = double{distances[pixel]};
      const auto [earliest, latest] = problem().right[i];
      if (!(found >= 0.999 * earliest && found <= 1.001 * latest))
        return "the ray of pixel " + std::to_string(pixel) + " goes " + std::to_string(found) +
               " far, not " + std::to_string(earliest) + " to " + std::to_string(latest);
      const bool nothing = found == RayScene::far;
      if (nothing ? ids[pixel] != 0 : !problem().scene.meets(x, y, ids[pixel], found))
        return "the ray of pixel " + std::to_string(pixel) + " does not meet triangle " +
               std::to_string(ids[pixel]);
    }
    return {};
  }

 protected:
  [[nodiscard]] const Kernel& kernel() const { return kernel_; }

 private:
  static cl_float3 vector_of(const Place& place) { return {{place[0], place[1], place[2], 0}}; }

  Kernel kernel_;
  Buffer nodes_, triangles_, distances_, ids_;
};

/// The case of a renderer.
[[nodiscard]] inline Case case_of_rays(std::string_view name, std::string_view description,
                                       std::unique_ptr<Work> (*make)(Device& device, size_t n)) {
  return {name,
          description,
          "Mray/s",
          {{"small", 32}, {"cache", 128}, {"memory", 512}},
          [](size_t n) { return 1e-6 * static_cast<double>(n * n); },
          make};
}

}  // namespace cleave::benchmark

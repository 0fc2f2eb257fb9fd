// Rays through a tree of boxes, each with a stack of its own: work-items that part at every turn.
#include "cases/ray_pictures.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void render(global const Node *nodes, global const Triangle *triangles, float3 origin,
                   float3 corner, float3 across, float3 down, global float *distances,
                   global int *ids) {
  int x = get_global_id(0), y = get_global_id(1);
  Ray ray = make_ray(origin, corner + (float)x * across + (float)y * down);
  bool backwards[3] = {ray.direction.x < 0, ray.direction.y < 0, ray.direction.z < 0};
  int left[32], left_count = 0, at = 0;
  while (true) {
    global const Node *node = nodes + at;
    if (meets_box(node, &ray)) {
      if (node->count == 0) {
        bool swapped = backwards[node->axis];
        left[left_count++] = swapped ? at + 1 : node->offset;
        at = swapped ? node->offset : at + 1;
        continue;
      }
      for (int i = 0; i < node->count; ++i) meet_triangle(triangles + node->offset + i, &ray);
    }
    if (left_count == 0) break;
    at = left[--left_count];
  }
  distances[y * get_global_size(0) + x] = ray.limit;
  ids[y * get_global_size(0) + x] = ray.id;
}
)";

class RayTracing : public RayRenderer {
 public:
  RayTracing(Device& device, size_t n) : RayRenderer(device, n, source) {}

 protected:
  void enqueue() override { device().enqueue(kernel(), {size(), size()}, {8, 8}); }
};

}  // namespace

const Case& ray_tracing() {
  static const Case instance =
      case_of_rays("ray_tracing", "N by N rays through a tree of 8704 triangles, each on its own",
                   make_work<RayTracing>);
  return instance;
}

}  // namespace cleave::benchmark

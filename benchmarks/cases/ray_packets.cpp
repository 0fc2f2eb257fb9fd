// Rays through a tree of boxes, a sub-group's together: it visits what any of them meets.
#include "cases/ray_pictures.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void render(global const Node *nodes, global const Triangle *triangles, float3 origin,
                   float3 corner, float3 across, float3 down, global float *distances,
                   global int *ids) {
  // Sixteen work-items have a square of four by four pixels.
  int i = get_global_id(0), width = get_global_size(0) / 4;
  int x = i / 16 * 4 + i % 4, y = get_global_id(1) * 4 + i % 16 / 4;
  Ray ray = make_ray(origin, corner + (float)x * across + (float)y * down);
  int backwards[3] = {sub_group_any(ray.direction.x < 0), sub_group_any(ray.direction.y < 0),
                      sub_group_any(ray.direction.z < 0)};
  int left[32], left_count = 0, at = 0;
  while (true) {
    global const Node *node = nodes + at;
    if (sub_group_any(meets_box(node, &ray))) {
      if (node->count == 0) {
        bool swapped = backwards[node->axis];
        left[left_count++] = swapped ? at + 1 : node->offset;
        at = swapped ? node->offset : at + 1;
        continue;
      }
      for (int i = 0; i < node->count; ++i) meet_triangle(triangles + node->offset + i, &ray);
    }
    if (left_count == 0) break;
    at = sub_group_broadcast(left[--left_count], 0);
  }
  distances[y * width + x] = ray.limit;
  ids[y * width + x] = ray.id;
}
)";

class RayPackets : public RayRenderer {
 public:
  RayPackets(Device& device, size_t n) : RayRenderer(device, n, source) {}

 protected:
  void enqueue() override { device().enqueue(kernel(), {size() * 4, size() / 4}, {16, 4}); }
};

}  // namespace

const Case& ray_packets() {
  static const Case instance = case_of_rays(
      "ray_packets", "N by N rays through a tree of 8704 triangles, those of a sub-group together",
      [](Device& device, size_t n) -> std::unique_ptr<Work> {
        device.require_sub_groups();
        return std::make_unique<RayPackets>(device, n);
      });
  return instance;
}

}  // namespace cleave::benchmark

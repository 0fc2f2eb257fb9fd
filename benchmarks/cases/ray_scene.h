// A scene of triangles in a tree of boxes, a camera, and where a ray first meets the scene.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "harness/host.h"

namespace cleave::benchmark {

using Place = std::array<float, 3>;

/// A box and what is in it. Its layout is that of the kernels' structure of this name.
struct Node {
  Place low, high;
  uint32_t offset;  // of the first triangle, or of the second child; the first one follows the node
  uint8_t count;    // triangles; 0 where the node has children
  uint8_t axis;     // along which the children were divided
  uint16_t unused;
};

/// A triangle. Its layout is that of the kernels' structure of this name.
struct Triangle {
  std::array<std::array<float, 4>, 3> corners;
  int32_t id;
  std::array<int32_t, 3> unused;
};

struct Camera {
  Place origin, corner, across, down;  // the direction of (x, y): corner + x * across + y * down
};

/// How far away a ray meets the scene at the earliest and at the latest, if rounding may decide on
/// which side of an edge it passes.
struct Meeting {
  double earliest, latest;
};

class RayScene {
 public:
  /// Hills with blocks above them, seen in a picture of `n` by `n` pixels.
  explicit RayScene(size_t n) {
    add_hills();
    add_blocks();
    std::vector<Triangle> unordered = std::move(triangles);
    triangles = {};
    divide(unordered.begin(), unordered.end());
    const float pixel = 1.2F / static_cast<float>(n);
    camera = {{0, 2.5F, -7}, {-0.6F, 0.3F, 1}, {pixel, 0, 0}, {0, -pixel, 0}};
  }

  /// With every triangle, in double precision.
  [[nodiscard]] Meeting meet(double x, double y) const {
    Meeting meeting = {far, far};
    for (const Triangle& triangle : triangles) {
      const auto [distance, inside] = meet(triangle, direction(x, y));
      if (inside > -edge) meeting.earliest = std::min(meeting.earliest, distance);
      if (inside > edge) meeting.latest = std::min(meeting.latest, distance);
    }
    return meeting;
  }

  /// Whether the ray may meet this triangle so far away.
  [[nodiscard]] bool meets(double x, double y, int32_t id, double distance) const {
    for (const Triangle& triangle : triangles) {
      if (triangle.id != id) continue;
      const auto [found, inside] = meet(triangle, direction(x, y));
      return inside > -edge && std::abs(found - distance) < 1e-3 * distance;
    }
    return false;
  }

  static constexpr double far = 1e30F;
  std::vector<Node> nodes;
  std::vector<Triangle> triangles;
  Camera camera;

 private:
  using Vector = std::array<double, 3>;
  using Position = std::vector<Triangle>::iterator;
  static constexpr double edge = 2e-3;  // in barycentric coordinates

  void add(const Place& a, const Place& b, const Place& c) {
    const auto id = static_cast<int32_t>(triangles.size()) + 1;
    triangles.push_back(
        {{{{a[0], a[1], a[2], 0}, {b[0], b[1], b[2], 0}, {c[0], c[1], c[2], 0}}}, id, {}});
  }

  void add_hills() {
    constexpr int cells = 64;
    const auto at = [](int column, int row) {
      const float x = -4 + 0.125F * static_cast<float>(column);
      const float z = -4 + 0.125F * static_cast<float>(row);
      return Place{x, 0.4F * std::sin(2 * x) * std::cos(1.7F * z), z};
    };
    for (int row = 0; row < cells; ++row)
      for (int column = 0; column < cells; ++column) {
        add(at(column, row), at(column + 1, row), at(column, row + 1));
        add(at(column + 1, row), at(column + 1, row + 1), at(column, row + 1));
      }
  }

  /// Octahedra.
  void add_blocks() {
    for (uint32_t block = 0; block < 64; ++block) {
      Place center;
      for (uint32_t axis = 0; axis < 3; ++axis)
        center[axis] = -3.5F + 7 * scrambled_fraction(3 * block + axis);
      center[1] = 0.4F + 0.25F * (center[1] + 3.5F);
      const float radius = 0.1F + 0.2F * scrambled_fraction(1000 + block);
      for (int side = 0; side < 8; ++side) {
        std::array<Place, 3> corners = {center, center, center};
        for (size_t axis = 0; axis < 3; ++axis)
          corners[axis][axis] += (side >> axis & 1) == 1 ? radius : -radius;
        add(corners[0], corners[1], corners[2]);
      }
    }
  }

  /// Appends a node for these triangles, and below it nodes for each half of them.
  void divide(Position begin, Position end) {
    constexpr ptrdiff_t leaf_size = 4;
    const float infinity = std::numeric_limits<float>::infinity();
    Node node = {};
    node.low.fill(infinity);
    node.high.fill(-infinity);
    for (Position triangle = begin; triangle != end; ++triangle)
      for (const auto& corner : triangle->corners)
        for (size_t axis = 0; axis < 3; ++axis) {
          node.low[axis] = std::min(node.low[axis], corner[axis]);
          node.high[axis] = std::max(node.high[axis], corner[axis]);
        }
    const size_t index = nodes.size();
    if (end - begin <= leaf_size) {
      node.offset = static_cast<uint32_t>(triangles.size());
      node.count = static_cast<uint8_t>(end - begin);
      triangles.insert(triangles.end(), begin, end);
      nodes.push_back(node);
      return;
    }
    for (uint8_t axis = 1; axis < 3; ++axis)
      if (node.high[axis] - node.low[axis] > node.high[node.axis] - node.low[node.axis])
        node.axis = axis;
    nodes.push_back(node);
    const auto middle_of = [&](const Triangle& triangle) {
      return triangle.corners[0][node.axis] + triangle.corners[1][node.axis] +
             triangle.corners[2][node.axis];
    };
    const Position middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](const Triangle& a, const Triangle& b) {
      return middle_of(a) < middle_of(b);
    });
    divide(begin, middle);
    nodes[index].offset = static_cast<uint32_t>(nodes.size());
    divide(middle, end);
  }

  [[nodiscard]] Vector direction(double x, double y) const {
    Vector result;
    for (size_t axis = 0; axis < 3; ++axis)
      result[axis] = double{camera.corner[axis]} + x * double{camera.across[axis]} +
                     y * double{camera.down[axis]};
    return result;
  }

  struct Met {
    double distance;
    double inside;  // the least barycentric coordinate
  };

  [[nodiscard]] Met meet(const Triangle& triangle, const Vector& way) const {
    Vector from, first, second;
    for (size_t axis = 0; axis < 3; ++axis) {
      const double start = double{triangle.corners[0][axis]};
      from[axis] = double{camera.origin[axis]} - start;
      first[axis] = double{triangle.corners[1][axis]} - start;
      second[axis] = double{triangle.corners[2][axis]} - start;
    }
    const Vector across = cross(way, second), around = cross(from, first);
    const double scale = 1 / dot(across, first);
    const double b = dot(from, across) * scale, c = dot(way, around) * scale;
    const double distance = dot(second, around) * scale;
    if (!(distance > 0)) return {far, -1};
    return {distance, std::min({b, c, 1 - b - c})};
  }

  static double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  static Vector cross(const Vector& a, const Vector& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
};

}  // namespace cleave::benchmark

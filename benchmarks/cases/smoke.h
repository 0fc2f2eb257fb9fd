// Smoke in a box: its densities, and how bright a ray through it is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "harness/host.h"

namespace cleave::benchmark {

struct Smoke {
  static constexpr int width = 48, height = 64, depth = 48;
  using Point = std::array<double, 3>;
  static constexpr Point low = {0.3F, -0.2F, 0.3F}, high = {1.8F, 2.3F, 1.8F};

  /// Puffs that reach no side of the box.
  Smoke() : grid(size_t{width} * height * depth) {
    for (size_t i = 0; i < grid.size(); ++i) {
      const Point at = {(static_cast<double>(i % width) + 0.5) / width,
                        (static_cast<double>(i / width % height) + 0.5) / height,
                        (static_cast<double>(i / width / height) + 0.5) / depth};
      double sum = 0;
      for (uint32_t puff = 0; puff < 24; ++puff) {
        double distance = 0;
        for (uint32_t axis = 0; axis < 3; ++axis) {
          const double center = 0.25 + 0.5 * double{scrambled_fraction(3 * puff + axis)};
          distance += (at[axis] - center) * (at[axis] - center);
        }
        const double rest = 1 - distance / 0.04;
        if (rest > 0) sum += 0.5 * rest * rest;
      }
      grid[i] = static_cast<float>(sum);
    }
  }

  /// A pixel's, `x` and `y` of the picture's width and height to the right of and below its corner.
  [[nodiscard]] double brightness(double x, double y) const {
    constexpr Point origin = {1, 2.9F, -10.5F}, lamp = {-1, 4, 1.5};
    constexpr double absorbed = 10, scattered = 10, emitted = 0.25, power = 40, step = 0.025F;
    const Point direction = {double{0.14F} * (2 * x - 1),
                             double{-0.182F} + double{0.186F} * (1 - 2 * y), 1};
    const auto [enter, leave] = inside(origin, direction);
    const double stride = step / length(direction);
    double faded = 0, light = 0;
    for (double t = enter; t < leave; t += stride) {
      const Point position = along(origin, direction, t);
      const double here = density(position), left = std::exp(-faded);
      if (left < double{0.005F}) break;
      const Point way = {lamp[0] - position[0], lamp[1] - position[1], lamp[2] - position[2]};
      const double distance = length(way);
      const double lit =
          power / (distance * distance) * arriving(position, way, absorbed + scattered);
      light += step * left * here * scattered * (lit + emitted);
      faded += step * (absorbed + scattered) * here;
    }
    return std::pow(light, double{1.0F / 2.2F});
  }

  std::vector<float> grid;  // the density at each voxel, x first

 private:
  struct Span {
    double enter, leave;
  };

  static double length(const Point& p) { return std::hypot(p[0], p[1], p[2]); }
  static Point along(const Point& origin, const Point& way, double t) {
    return {origin[0] + way[0] * t, origin[1] + way[1] * t, origin[2] + way[2] * t};
  }

  static Span inside(const Point& origin, const Point& way) {
    Span span = {0, 1e30};
    for (size_t axis = 0; axis < 3; ++axis) {
      const double a = (low[axis] - origin[axis]) / way[axis];
      const double b = (high[axis] - origin[axis]) / way[axis];
      span = {std::max(span.enter, std::min(a, b)), std::min(span.leave, std::max(a, b))};
    }
    return span;
  }

  [[nodiscard]] double voxel(int x, int y, int z) const {
    x = std::clamp(x, 0, width - 1);
    y = std::clamp(y, 0, height - 1);
    z = std::clamp(z, 0, depth - 1);
    return double{grid[static_cast<size_t>((z * height + y) * width + x)]};
  }

  [[nodiscard]] double density(const Point& point) const {
    constexpr std::array<int, 3> size = {width, height, depth};
    std::array<int, 3> cell;
    Point part;
    for (size_t axis = 0; axis < 3; ++axis) {
      if (point[axis] < low[axis] || point[axis] > high[axis]) return 0;
      const double place = (point[axis] - low[axis]) / (high[axis] - low[axis]) * size[axis] - 0.5;
      cell[axis] = static_cast<int>(place);
      part[axis] = place - cell[axis];
    }
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
      const std::array<int, 3> step = {i & 1, i >> 1 & 1, i >> 2};
      double weight = 1;
      for (size_t axis = 0; axis < 3; ++axis)
        weight *= step[axis] == 1 ? part[axis] : 1 - part[axis];
      sum += weight * voxel(cell[0] + step[0], cell[1] + step[1], cell[2] + step[2]);
    }
    return sum;
  }

  /// The share of light from the end of `way` that arrives at `point`.
  [[nodiscard]] double arriving(const Point& point, const Point& way, double extinction) const {
    const auto [enter, leave] = inside(point, way);
    const double stride = double{0.2F} / length(way);
    double sum = 0;
    for (double t = enter; t < leave; t += stride) sum += density(along(point, way, t));
    return std::exp(-double{0.2F} * extinction * sum);
  }
};

}  // namespace cleave::benchmark

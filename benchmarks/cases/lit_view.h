// A view with many lights: what a first pass has stored for each pixel, and each pixel's colour.
#pragma once

#include <CL/cl_half.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "harness/host.h"

namespace cleave::benchmark {

struct Lights {
  static constexpr size_t count = 1024;

  std::vector<float> x, y, z;     // seen from the camera
  std::vector<float> begin, end;  // the distances where it begins to fade and where it ends
  std::vector<float> red, green, blue;
};

/// A square picture of `n` by `n` pixels, `n` a multiple of 16.
class LitView {
 public:
  static constexpr float near = 1, far = 100;
  static constexpr float focus = 1.5F;  // of the projection, for both axes
  static constexpr float depth_scale = far / (far - near);
  static constexpr float depth_offset = -near * far / (far - near);

  explicit LitView(size_t n) : n_(n), depths(n * n) {
    for (auto* halves : {&normals_x, &normals_y, &amounts, &powers}) halves->resize(n * n);
    for (auto* bytes : {&red, &green, &blue}) bytes->resize(n * n);
    in_parallel(n * n, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) make_pixel(i);
    });
    for (auto* floats : {&lights.x, &lights.y, &lights.z, &lights.begin, &lights.end, &lights.red,
                         &lights.green, &lights.blue})
      floats->resize(Lights::count);
    for (size_t i = 0; i < Lights::count; ++i) make_light(i);
  }

  /// From 0 to 255.
  [[nodiscard]] std::array<double, 3> color(size_t pixel) const;

 private:
  using Vector = std::array<double, 3>;

  static double dot(const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }
  static Vector unit(const Vector& a) {
    const double scale = 1 / std::sqrt(dot(a, a));
    return {a[0] * scale, a[1] * scale, a[2] * scale};
  }
  static double value_of(cl_half half) { return double{cl_half_to_float(half)}; }

  void make_pixel(size_t i) {
    const auto x = static_cast<double>(i % n_) / static_cast<double>(n_);
    const auto y = static_cast<double>(i / n_) / static_cast<double>(n_);
    // Waves, and tiles that stand out of them.
    const auto column = static_cast<uint32_t>(x * 12), row = static_cast<uint32_t>(y * 12);
    const double block = double{scrambled_fraction(12 * row + column)};
    const double depth = 20 + 8 * std::sin(9 * x) * std::cos(7 * y) - (block > 0.7 ? 6 * block : 0);
    depths[i] = depth_scale + depth_offset / static_cast<float>(depth);
    const Vector normal = unit({0.8 * std::cos(9 * x), 0.8 * std::sin(7 * y + block), -1});
    const double scale = std::sqrt(8 - 8 * normal[2]);
    const auto half = [](double value) {
      return cl_half_from_float(static_cast<float>(value), CL_HALF_RTE);
    };
    normals_x[i] = half(normal[0] / scale + 0.5);
    normals_y[i] = half(normal[1] / scale + 0.5);
    amounts[i] = half(0.3 + 0.5 * block);
    powers[i] = half(8 + 40 * block);
    red[i] = static_cast<cl_uchar>(100 + 100 * x);
    green[i] = static_cast<cl_uchar>(100 + 100 * y);
    blue[i] = static_cast<cl_uchar>(100 + 100 * block);
  }

  void make_light(size_t i) {
    const auto number = [&](uint32_t which) {
      return scrambled_fraction(static_cast<uint32_t>(8 * i) + which);
    };
    lights.z[i] = 8 + 22 * number(0);
    lights.x[i] = (2 * number(1) - 1) * lights.z[i] / focus;
    lights.y[i] = (2 * number(2) - 1) * lights.z[i] / focus;
    lights.end[i] = 1 + 4 * number(3);
    lights.begin[i] = 0.4F * lights.end[i];
    lights.red[i] = 0.2F + 0.8F * number(4);
    lights.green[i] = 0.2F + 0.8F * number(5);
    lights.blue[i] = 0.2F + 0.8F * number(6);
  }

  size_t n_;

 public:
  std::vector<float> depths;
  std::vector<cl_half> normals_x, normals_y;  // encoded: a map of the sphere
  std::vector<cl_half> amounts, powers;       // of highlights
  std::vector<cl_uchar> red, green, blue;
  Lights lights;
};

inline std::array<double, 3> LitView::color(size_t pixel) const {
  const auto half = 0.5 * static_cast<double>(n_);
  const double z = double{depth_offset} / (double{depths[pixel]} - double{depth_scale});
  const double x = (0.5 + static_cast<double>(pixel % n_)) / half - 1;
  const double y = 1 - (0.5 + static_cast<double>(pixel / n_)) / half;
  const Vector surface = {x * z / double{focus}, y * z / double{focus}, z};
  const Vector view = unit(surface);
  const double u = 4 * value_of(normals_x[pixel]) - 2, v = 4 * value_of(normals_y[pixel]) - 2;
  const double square = u * u + v * v, scale = std::sqrt(1 - square / 4);
  const Vector normal = {u * scale, v * scale, square / 2 - 1};
  std::array<double, 3> sum = {};
  for (size_t i = 0; i < Lights::count; ++i) {
    const Vector way = {double{lights.x[i]} - surface[0], double{lights.y[i]} - surface[1],
                        double{lights.z[i]} - surface[2]};
    const double distance = std::sqrt(dot(way, way));
    const Vector towards = unit(way);
    const double facing = dot(normal, towards);
    if (distance >= double{lights.end[i]} || facing <= 0) continue;
    const double fading = std::min(
        (double{lights.end[i]} - distance) / (double{lights.end[i]} - double{lights.begin[i]}),
        1.0);
    const Vector between = unit({towards[0] - view[0], towards[1] - view[1], towards[2] - view[2]});
    const double power = value_of(powers[pixel]);
    const double highlight = value_of(amounts[pixel]) * (power + 2) / 8 *
                             std::pow(std::max(dot(normal, between), 0.0), power);
    const double strength = fading * facing * (1 + highlight);
    sum[0] += strength * double{lights.red[i]} * red[pixel] / 255;
    sum[1] += strength * double{lights.green[i]} * green[pixel] / 255;
    sum[2] += strength * double{lights.blue[i]} * blue[pixel] / 255;
  }
  for (double& part : sum) part = 255 * std::pow(std::min(part, 1.0), double{1 / 2.2F});
  return sum;
}

}  // namespace cleave::benchmark

// Rotates pictures, with the nearest texel or a linear filter: reads along slanted lines, and some
// beyond the picture.
#include <algorithm>
#include <cmath>

#include "cases/image_filters.h"

namespace cleave::benchmark {
namespace {

struct Warp {
  static constexpr std::array formats = images::usual_formats;
  static constexpr std::array<std::string_view, 2> ways = {"nearest", "linear"};
  static constexpr const char* name = "rotate_picture";
  static constexpr size_t nearest = 0;

  // By 37 degrees, and 0.2 percent larger. Multiples of 1/256 keep all places exact, whether or not
  // a driver fuses multiplications and additions: all find the same nearest texel.
  static constexpr double cosine = 205.0 / 256, sine = 154.0 / 256;

  static std::string source(size_t way) {
    const std::string filter = way == nearest ? "NEAREST" : "LINEAR";
    return "constant sampler_t bordered = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP |\n"
           "                              CLK_FILTER_" +
           filter + R"(;
kernel void rotate_picture(IN in, OUT out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float2 middle = (float2)(width, height) * 0.5f;
  float2 from = (float2)(x + 0.5f, y + 0.5f) - middle;
  const float cosine = 205 / 256.0f, sine = 154 / 256.0f;
  float2 place = (float2)(cosine * from.x - sine * from.y, sine * from.x + cosine * from.y) + middle;
  WRITE(out, x, y, COLOUR(read_imagef(in, bordered, place)));
}
)";
  }
  static size_t result_edge(const images::Row& row) { return row.edge; }
  static double bound(const images::Row& row) {
    return row.way == nearest ? 0 : 2 * images::filter_error + images::rounding_of(row.format);
  }

  /// The channels of a texel, or of the border.
  static const float* texel(const images::Picture& in, double x, double y) {
    static constexpr std::array<float, 4> border = {};
    const auto edge = static_cast<double>(in.width);
    if (x < 0 || y < 0 || x >= edge || y >= edge) return border.data();
    return &in.values[(static_cast<size_t>(y) * in.width + static_cast<size_t>(x)) * in.channels];
  }
  static void fill(const images::Picture& in, size_t way, size_t edge, size_t y,
                   std::span<float> row) {
    const auto mixed = [](float a, float b, float share) { return a + (b - a) * share; };
    const double middle = static_cast<double>(edge) / 2;
    const double from_y = static_cast<double>(y) + 0.5 - middle;
    const double shift = way == nearest ? 0 : 0.5;
    for (size_t x = 0; x < edge; ++x) {
      const double from_x = static_cast<double>(x) + 0.5 - middle;
      const double u = cosine * from_x - sine * from_y + middle - shift;
      const double v = sine * from_x + cosine * from_y + middle - shift;
      const double left = std::floor(u), top = std::floor(v);
      const auto across = static_cast<float>(u - left), down = static_cast<float>(v - top);
      float* result = &row[x * in.channels];
      const float* a = texel(in, left, top);
      if (way == nearest) {
        std::copy_n(a, in.channels, result);
        continue;
      }
      const float* b = texel(in, left + 1, top);
      const float* c = texel(in, left, top + 1);
      const float* d = texel(in, left + 1, top + 1);
      for (size_t k = 0; k < in.channels; ++k)
        result[k] = mixed(mixed(a[k], b[k], across), mixed(c[k], d[k], across), down);
    }
  }
};

}  // namespace

const Case& image_warp() {
  static const Case instance = images::filter_case<Warp>(
      "image_warp", "a picture of N by N texels rotated", {64, 512, 2048});
  return instance;
}

}  // namespace cleave::benchmark

// Resizes pictures with a linear filter, whose places between texels differ from texel to texel.
#include <algorithm>
#include <cmath>

#include "cases/image_filters.h"

namespace cleave::benchmark {
namespace {

struct Resize {
  static constexpr std::array formats = images::usual_formats;
  static constexpr std::array<std::string_view, 2> ways = {"by 0.6", "by 1.7"};
  static constexpr const char* name = "resize_picture";

  static std::string source(size_t /*way*/) {
    return R"(
kernel void resize_picture(IN in, OUT out, int width, int height, sampler_t linear) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  float2 place = (float2)((x + 0.5f) / width, (y + 0.5f) / height);
  WRITE(out, x, y, COLOUR(read_imagef(in, linear, place)));
}
)";
  }
  static Sampler sampler(Device& device, size_t /*way*/) {
    return device.sampler(true, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR);
  }
  static size_t result_edge(const images::Row& row) {
    return row.edge * (row.way == 0 ? 6 : 17) / 10;
  }
  static double bound(const images::Row& row) {
    return 2 * images::filter_error + images::rounding_of(row.format);
  }

  /// The two texels that a place of the result is between, and the share of the second.
  struct Place {
    size_t first, second;
    float share;
  };
  static Place place_of(size_t index, size_t edge, size_t in_edge) {
    const double place = (static_cast<double>(index) + 0.5) / static_cast<double>(edge) *
                             static_cast<double>(in_edge) -
                         0.5;
    const double below = std::floor(place), last = static_cast<double>(in_edge - 1);
    return {static_cast<size_t>(std::clamp(below, 0.0, last)),
            static_cast<size_t>(std::clamp(below + 1, 0.0, last)),
            static_cast<float>(place - below)};
  }
  static void fill(const images::Picture& in, size_t /*way*/, size_t edge, size_t y,
                   std::span<float> row) {
    const auto mixed = [](float a, float b, float share) { return a + (b - a) * share; };
    const Place down = place_of(y, edge, in.height);
    for (size_t x = 0; x < edge; ++x) {
      const Place across = place_of(x, edge, in.width);
      for (size_t c = 0; c < in.channels; ++c) {
        const auto between = [&](size_t line) {
          return mixed(in.at(across.first, line, c), in.at(across.second, line, c), across.share);
        };
        row[x * in.channels + c] = mixed(between(down.first), between(down.second), down.share);
      }
    }
  }
};

}  // namespace

const Case& image_resize() {
  static const Case instance = images::filter_case<Resize>(
      "image_resize", "a picture of N by N texels resized with a linear filter", {64, 512, 1024});
  return instance;
}

}  // namespace cleave::benchmark

// Darkens sRGB pictures: reads that decode colours, writes that encode them.
#include <algorithm>

#include "cases/image_filters.h"

namespace cleave::benchmark {
namespace {

struct Darken {
  static constexpr std::array formats = {images::Format::srgba8};
  static constexpr std::array ways = images::one_way;
  static constexpr const char* name = "darken_picture";

  static std::string source(size_t /*way*/) {
    return R"(
kernel void darken_picture(IN in, OUT out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  T colour = READ(in, x, y);
  colour.xyz *= 0.5f;
  WRITE(out, x, y, colour);
}
)";
  }
  static void require(const Device& device) {
    device.require_extension("cl_khr_srgb_image_writes");
  }
  static size_t result_edge(const images::Row& row) { return row.edge; }
  static double bound(const images::Row& row) { return images::rounding_of(row.format); }
  static void fill(const images::Picture& in, size_t /*way*/, size_t /*edge*/, size_t y,
                   std::span<float> row) {
    static const std::array<float, 256> darkened = [] {
      std::array<float, 256> table = {};
      for (size_t i = 0; i < table.size(); ++i) {
        const double light = images::linear_light(static_cast<double>(i) / 255) / 2;
        table[i] = static_cast<float>(images::stored_colour(light));
      }
      return table;
    }();
    for (size_t i = 0; i < row.size(); ++i) {
      const std::byte stored = in.texels[y * row.size() + i];
      row[i] =
          i % 4 == 3 ? static_cast<float>(stored) / 255 : darkened[static_cast<size_t>(stored)];
    }
  }
};

}  // namespace

const Case& image_srgb() {
  static const Case instance = images::filter_case<Darken>(
      "image_srgb", "an sRGB picture of N by N texels read, darkened and written", {64, 512, 2048});
  return instance;
}

}  // namespace cleave::benchmark

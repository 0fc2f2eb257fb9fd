// Filters pictures with 5 by 5 constant weights; beside the same kernel over buffers.
#include <algorithm>

#include "cases/image_filters.h"

namespace cleave::benchmark {
namespace {

// Divided by their sum, 273.
constexpr std::array<float, 25> weights = {1,  4, 7, 4,  1,  4,  16, 26, 16, 4, 7, 26, 41,
                                           26, 7, 4, 16, 26, 16, 4,  1,  4,  7, 4, 1};

struct Convolution {
  static constexpr std::array formats = images::usual_formats;
  static constexpr std::array ways = images::image_or_buffer;
  static constexpr const char* name = "convolve_picture";

  static std::string source(size_t /*way*/) {
    return R"(
constant float weights[25] = {
  1 / 273.0f,  4 / 273.0f,  7 / 273.0f,  4 / 273.0f, 1 / 273.0f,
  4 / 273.0f, 16 / 273.0f, 26 / 273.0f, 16 / 273.0f, 4 / 273.0f,
  7 / 273.0f, 26 / 273.0f, 41 / 273.0f, 26 / 273.0f, 7 / 273.0f,
  4 / 273.0f, 16 / 273.0f, 26 / 273.0f, 16 / 273.0f, 4 / 273.0f,
  1 / 273.0f,  4 / 273.0f,  7 / 273.0f,  4 / 273.0f, 1 / 273.0f};

kernel void convolve_picture(IN in, OUT out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  T sum = 0;
  for (int j = -2; j <= 2; ++j)
    for (int i = -2; i <= 2; ++i)
      sum += weights[(j + 2) * 5 + i + 2] * READ_CLAMPED(in, x + i, y + j);
  WRITE(out, x, y, sum);
}
)";
  }
  static size_t result_edge(const images::Row& row) { return row.edge; }
  static double bound(const images::Row& row) { return images::rounding_of(row.format); }
  static void fill(const images::Picture& in, size_t /*way*/, size_t edge, size_t y,
                   std::span<float> row) {
    const size_t channels = in.channels;
    std::vector<float> padded((edge + 4) * channels);  // a row with its edges repeated
    for (size_t j = 0; j < 5; ++j) {
      const size_t from = std::clamp<size_t>(y + j, 2, edge + 1) - 2;
      const float* texels = &in.values[from * row.size()];
      std::copy_n(texels, row.size(), &padded[2 * channels]);
      for (size_t i = 0; i < 2 * channels; ++i) {
        padded[i] = texels[i % channels];
        padded[row.size() + 2 * channels + i] = texels[row.size() - channels + i % channels];
      }
      for (size_t i = 0; i < 5; ++i)
        for (size_t k = 0; k < row.size(); ++k)
          row[k] += weights[j * 5 + i] / 273 * padded[k + i * channels];
    }
  }
};

}  // namespace

const Case& image_convolution() {
  static const Case instance = images::filter_case<Convolution>(
      "image_convolution", "a filter of 5 by 5 over a picture of N by N texels", {64, 512, 2048});
  return instance;
}

}  // namespace cleave::benchmark

// Copies pictures texel by texel: what reads and writes of images cost; beside the same kernel over
// buffers.
#include <algorithm>

#include "cases/image_filters.h"

namespace cleave::benchmark {
namespace {

struct Copy {
  static constexpr std::array formats = images::usual_formats;
  static constexpr std::array ways = images::image_or_buffer;
  static constexpr const char* name = "copy_picture";

  static std::string source(size_t /*way*/) {
    return R"(
kernel void copy_picture(IN in, OUT out, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  WRITE(out, x, y, READ(in, x, y));
}
)";
  }
  static size_t result_edge(const images::Row& row) { return row.edge; }
  /// A read gives the values of the format, and a write must not change them.
  static double bound(const images::Row& /*row*/) { return 0; }
  static void fill(const images::Picture& in, size_t /*way*/, size_t /*edge*/, size_t y,
                   std::span<float> row) {
    std::copy_n(&in.values[y * row.size()], row.size(), row.begin());
  }
};

}  // namespace

const Case& image_copy() {
  static const Case instance = images::filter_case<Copy>(
      "image_copy", "a picture of N by N texels read and written", {64, 512, 2048});
  return instance;
}

}  // namespace cleave::benchmark

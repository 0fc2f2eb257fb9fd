// Sums along the rows of a picture: neighbouring work-items have rows of their own and read a
// column together, as FFmpeg's denoising filter does.
#include <algorithm>

#include "cases/images.h"
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

// The differences between the picture and itself, moved.
constexpr const char* source = R"(
kernel void sums_of_rows(read_only image2d_t in, global float *sums, int width, int dx, int dy) {
  const sampler_t sampler = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int y = get_global_id(0);
  float sum = 0;
  for (int x = 0; x < width; ++x) {
    float here = read_imagef(in, sampler, (int2)(x, y)).x;
    float there = read_imagef(in, sampler, (int2)(x + dx, y + dy)).x;
    float difference = here - there;
    sum += difference * difference;
    sums[y * width + x] = sum;
  }
}
)";
constexpr size_t moved_right = 3, moved_down = 2;

struct Rows {
  explicit Rows(size_t size)
      : row(images::row_of(size)), in(row.format, row.edge, row.edge), right(row.edge * row.edge) {
    const size_t n = row.edge;
    in_parallel(n, [&](size_t begin, size_t end) {
      for (size_t y = begin; y < end; ++y) {
        const size_t there_y = std::min(y + moved_down, n - 1);
        double sum = 0;
        for (size_t x = 0; x < n; ++x) {
          const double here = in.at(x, y, 0);
          const double there = in.at(std::min(x + moved_right, n - 1), there_y, 0);
          sum += (here - there) * (here - there);
          right[y * n + x] = sum;
        }
      }
    });
  }

  images::Row row;
  images::Picture in;
  std::vector<double> right;
};

class ImageColumns : public RepeatedWork<Rows> {
 public:
  ImageColumns(Device& device, size_t size)
      : RepeatedWork(device, size),
        in_(problem().in.image_on(device)),
        sums_(device.zeros(problem().right.size() * sizeof(float))),
        kernel_(device.build(source, "sums_of_rows")) {
    kernel_.set_arguments(in_, sums_, static_cast<cl_int>(problem().row.edge),
                          static_cast<cl_int>(moved_right), static_cast<cl_int>(moved_down));
  }

  std::string verify() override {
    const std::vector<double>& right = problem().right;
    const std::vector<float> found = device().read<float>(sums_, right.size());
    const size_t n = problem().row.edge;
    // Each addition rounds the sum, and each difference comes from numbers that reads rounded.
    return difference_beyond(std::span<const float>(found), right, [&](size_t i) {
      return static_cast<double>(i % n + 1) * (0x1p-21 + 0x1p-23 * right[i]);
    });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, problem().row.edge); }

 private:
  ImageObject in_;
  Buffer sums_;
  Kernel kernel_;
};

}  // namespace

const Case& image_columns() {
  static const Case instance = {
      "image_columns",
      "sums along N rows of N texels, a work-item for each row",
      "Mpixel/s",
      images::sizes_of(images::usual_formats, {64, 512, 2048}, images::one_way),
      [](size_t size) {
        const size_t n = images::row_of(size).edge;
        return 1e-6 * static_cast<double>(n * n);
      },
      make_work<ImageColumns>};
  return instance;
}

}  // namespace cleave::benchmark

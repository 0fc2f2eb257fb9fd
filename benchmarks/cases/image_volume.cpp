// Adds up rays through an image of three dimensions with a linear filter: eight texels for each
// step.
#include <algorithm>
#include <cmath>

#include "cases/images.h"
#include "harness/host.h"
#include "harness/repeated_work.h"

namespace cleave::benchmark {
namespace {

constexpr const char* source = R"(
kernel void cast_rays(read_only image3d_t voxels, sampler_t linear, global T *picture, int steps) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  // From a face of the volume to a smaller square in the opposite one, off its middle.
  float3 position = (float3)((x + 0.5f) / width, (y + 0.5f) / get_global_size(1), 0);
  float3 direction = (float3)(0.4f - 0.5f * position.x, 0.3f - 0.5f * position.y, 1) / steps;
  position += 0.5f * direction;
  T sum = 0;
  for (int step = 0; step < steps; ++step) {
    sum += COLOUR(read_imagef(voxels, linear, (float4)(position, 0)));
    position += direction;
  }
  picture[y * width + x] = sum;
}
)";

/// Rays along an edge of the picture.
constexpr size_t rays_of(size_t edge) {
  return std::min<size_t>(4 * edge, 256);
}

/// Some of the rays: all would take long.
struct Rays {
  explicit Rays(size_t size)
      : row(images::row_of(size)),
        rays(rays_of(row.edge)),
        voxels(row.format, row.edge, row.edge, row.edge),
        right(rays * rays / stride * voxels.channels) {
    in_parallel(rays * rays / stride, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; ++i) cast(i * stride, &right[i * voxels.channels]);
    });
  }

  void cast(size_t ray, double* sums) const {
    const auto steps = static_cast<double>(row.edge), width = static_cast<double>(rays);
    const size_t column = ray % rays, line = ray / rays;
    const double x = (static_cast<double>(column) + 0.5) / width;
    const double y = (static_cast<double>(line) + 0.5) / width;
    for (size_t i = 0; i < row.edge; ++i) {
      const double way = (static_cast<double>(i) + 0.5) / steps;
      add({x + way * (0.4 - 0.5 * x), y + way * (0.3 - 0.5 * y), way}, sums);
    }
  }

  /// Adds what the filter gives for a place in the unit cube.
  void add(const std::array<double, 3>& place, double* sums) const {
    size_t texels[2][3];
    double shares[2][3];
    const double last = static_cast<double>(row.edge - 1);
    for (size_t axis = 0; axis < 3; ++axis) {
      const double at = place[axis] * static_cast<double>(row.edge) - 0.5, below = std::floor(at);
      shares[1][axis] = at - below;
      shares[0][axis] = 1 - shares[1][axis];
      for (size_t side = 0; side < 2; ++side)
        texels[side][axis] =
            static_cast<size_t>(std::clamp(below + static_cast<double>(side), 0.0, last));
    }
    for (size_t corner = 0; corner < 8; ++corner) {
      const size_t i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
      const double share = shares[i][0] * shares[j][1] * shares[k][2];
      const size_t line = texels[k][2] * row.edge + texels[j][1];  // slices join
      for (size_t c = 0; c < voxels.channels; ++c)
        sums[c] += share * double{voxels.at(texels[i][0], line, c)};
    }
  }

  static constexpr size_t stride = 13;  // a prime: rays of all columns
  images::Row row;
  size_t rays;
  images::Picture voxels;
  std::vector<double> right;
};

class ImageVolume : public RepeatedWork<Rays> {
 public:
  ImageVolume(Device& device, size_t size)
      : RepeatedWork(device, size),
        voxels_(problem().voxels.image_on(device)),
        linear_(device.sampler(true, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_LINEAR)),
        picture_(device.zeros(results() * sizeof(float))),
        kernel_(device.build(source, "cast_rays",
                             problem().voxels.channels == 1 ? "-DT=float -DCOLOUR(all)=(all).x"
                                                            : "-DT=float4 -DCOLOUR(all)=(all)")) {
    kernel_.set_arguments(voxels_, linear_, picture_, static_cast<cl_int>(problem().row.edge));
  }

  std::string verify() override {
    const std::vector<float> all = device().read<float>(picture_, results());
    const size_t channels = problem().voxels.channels;
    std::vector<float> found(problem().right.size());
    for (size_t i = 0; i < found.size(); ++i)
      found[i] = all[i / channels * Rays::stride * channels + i % channels];
    // The voxels look random, and so do the errors of a filter: they grow with the root of the
    // number of steps, as those of wrong voxels would, which are larger.
    const double steps = std::sqrt(static_cast<double>(problem().row.edge));
    return difference_beyond(std::span<const float>(found), problem().right,
                             [&](size_t) { return steps * 3 * images::filter_error; });
  }

 protected:
  void enqueue() override { device().enqueue(kernel_, {problem().rays, problem().rays}, {8, 8}); }

 private:
  [[nodiscard]] size_t results() const {
    return problem().rays * problem().rays * problem().voxels.channels;
  }

  ImageObject voxels_;
  Sampler linear_;
  Buffer picture_;
  Kernel kernel_;
};

}  // namespace

const Case& image_volume() {
  static const Case instance = {
      "image_volume",
      "rays through N by N by N voxels, with a linear filter",
      "Mray/s",
      images::sizes_of(images::usual_formats, {16, 64, 160}, images::one_way),
      [](size_t size) {
        const size_t rays = rays_of(images::row_of(size).edge);
        return 1e-6 * static_cast<double>(rays * rays);
      },
      make_work<ImageVolume>};
  return instance;
}

}  // namespace cleave::benchmark

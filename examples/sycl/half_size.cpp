// Makes a picture half as large: kernels sample four texels at once, and write what they have in common.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <vector>

using Colour = sycl::vec<unsigned char, 4>;

int main() {
  constexpr int width = 640, height = 480;
  const sycl::range<2> size(width, height), half_size(width / 2, height / 2);  // x comes first
  std::vector<Colour> picture(size.size()), result(half_size.size());
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      picture[static_cast<size_t>(y * width + x)] =
          Colour(static_cast<unsigned char>(x), static_cast<unsigned char>(y),
                 static_cast<unsigned char>(x * y), 255);
    }
  }

  sycl::queue queue;
  if (!queue.get_device().has(sycl::aspect::image)) {
    std::printf("the device has no images\n");
    return 0;
  }
  const sycl::image_sampler sampler{sycl::addressing_mode::clamp_to_edge,
                                    sycl::coordinate_normalization_mode::unnormalized,
                                    sycl::filtering_mode::linear};
  {
    sycl::sampled_image<2> from(picture.data(), sycl::image_format::r8g8b8a8_unorm, sampler, size);
    sycl::unsampled_image<2> to(result.data(), sycl::image_format::r8g8b8a8_unorm, half_size);
    queue.submit([&](sycl::handler& group) {
      const auto in = from.get_access<sycl::float4>(group);
      const auto out = to.get_access<sycl::float4, sycl::access_mode::write>(group);
      group.parallel_for(half_size, [=](sycl::item<2> item) {
        const sycl::int2 at(static_cast<int>(item[0]), static_cast<int>(item[1]));
        // The middle of four texels: each begins at a whole number.
        const sycl::float2 middle(2 * static_cast<float>(at.x()) + 1,
                                  2 * static_cast<float>(at.y()) + 1);
        out.write(at, in.read(middle));
      });
    });
  }  // the image's destructor brings the texels to `result`

  int wrong = 0;
  for (int y = 0; y < height / 2; ++y) {
    for (int x = 0; x < width / 2; ++x) {
      for (int k = 0; k < 4; ++k) {
        const auto texel = [&](int right, int below) -> int {
          return picture[static_cast<size_t>((2 * y + below) * width + 2 * x + right)][k];
        };
        const int sum = texel(0, 0) + texel(1, 0) + texel(0, 1) + texel(1, 1);
        if (std::abs(4 * result[static_cast<size_t>(y * width / 2 + x)][k] - sum) > 2) ++wrong;
      }
    }
  }
  std::printf(wrong == 0 ? "all right\n" : "%d components are wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}

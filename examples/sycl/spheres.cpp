// Draws three lit spheres as text: a ray for each character, in vectors with their swizzles and functions of geometry.
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>

#include <cstdio>

namespace {

using sycl::float3;
using sycl::float4;

/// The distance at which a ray from `eye` meets a sphere; below 0 if it does not.
float meet(float3 eye, float3 direction, float4 sphere) {
  const float3 way = sphere.xyz() - eye;
  const float along = sycl::dot(way, direction);
  const float apart = sycl::dot(way, way) - along * along, square = sphere.w() * sphere.w();
  return apart > square ? -1 : along - sycl::sqrt(square - apart);
}

/// The brightness of the nearest sphere at a point of the picture, from 0 to 1.
float shade(sycl::float2 point) {
  const float4 spheres[] = {{0, 0, 3, 1}, {1.1f, 0.5f, 2.2f, 0.5f}, {-1.2f, -0.4f, 2.5f, 0.6f}};
  const float3 eye(0), direction = sycl::normalize(float3(point, 1.5f));
  const float3 light = sycl::normalize(float3(-1, 1, -1));
  float nearest = 1e9f, brightness = 0;
  for (const float4& sphere : spheres) {
    const float distance = meet(eye, direction, sphere);
    if (distance < 0 || distance >= nearest) continue;
    nearest = distance;
    const float3 normal = (eye + direction * distance - sphere.xyz()) / sphere.w();
    brightness = 0.1f + 0.9f * sycl::clamp(sycl::dot(normal, light), 0.0f, 1.0f);
  }
  return brightness;
}

}  // namespace

int main() {
  constexpr size_t rows = 24, columns = 64;
  constexpr char shades[] = " .:-=+*#%@";
  sycl::queue queue;
  char* const picture = sycl::malloc_shared<char>(rows * columns, queue);
  queue
      .parallel_for(sycl::range(rows, columns),
                    [=](sycl::item<2> i) {
                      // vec converts element by element, and a swizzle is an operand like a vector.
                      const sycl::int2 place{int(i[0]), int(i[1])};
                      const sycl::float2 point =
                          place.convert<float>() / sycl::float2(rows, columns);
                      const sycl::float2 of_view = (point.yx() * 2 - 1) * sycl::float2(1.4f, -1.0f);
                      picture[i.get_linear_id()] = shades[int(shade(of_view) * 9.5f)];
                    })
      .wait();
  size_t background = 0, bright = 0;
  for (size_t row = 0; row < rows; ++row) {
    std::printf("%.*s\n", int(columns), picture + row * columns);
    for (size_t column = 0; column < columns; ++column) {
      background += picture[row * columns + column] == ' ';
      bright += picture[row * columns + column] == '@';
    }
  }
  const bool right = background > rows * columns / 3 && background < rows * columns && bright > 10;
  std::printf("%s\n", right ? "all right" : "wrong");
  sycl::free(picture, queue);
  return right ? 0 : 1;
}

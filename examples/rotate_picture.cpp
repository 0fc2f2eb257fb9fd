// Turns a picture and makes it larger or smaller: the source is an image that lies in the program's
// own memory, and a sampler mixes the four texels around each place that is read. The host does the
// same and compares. Writes what comes out to a .ppm file, which most viewers of pictures show.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "common.h"
#include "picture.h"

using example::check;
using example::Picture;

static const char* source = R"(
// Places outside of the picture are black.
constant sampler_t bilinear =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;

// turn: cosine and sine of the angle, each times the texels of the source per texel of the result.
kernel void rotate_picture(read_only image2d_t from, write_only image2d_t to, float2 turn) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 size = (float2)(get_image_width(to), get_image_height(to));
  const float2 offset = convert_float2(at) + 0.5f - 0.5f * size;
  const float2 middle = 0.5f * (float2)(get_image_width(from), get_image_height(from));
  const float2 place = middle + (float2)(offset.x * turn.x - offset.y * turn.y,
                                         offset.x * turn.y + offset.y * turn.x);
  write_imagef(to, at, read_imagef(from, bilinear, place));
}
)";

namespace {

/// Cosine and sine of the angle, each times the texels of the source per texel of the result.
struct Turn {
  double along, across;
};

double channel_or_black(const Picture& picture, long x, long y, size_t channel) {
  const bool is_inside = x >= 0 && y >= 0 && x < static_cast<long>(picture.width) &&
                         y < static_cast<long>(picture.height);
  if (!is_inside) return 0;
  const size_t texel = static_cast<size_t>(y) * picture.width + static_cast<size_t>(x);
  return picture.texels[texel * 4 + channel];
}

Picture rotate_on_host(const Picture& from, Turn turn, size_t width, size_t height) {
  Picture to(width, height);
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      const double right = static_cast<double>(x) + 0.5 - static_cast<double>(width) / 2;
      const double down = static_cast<double>(y) + 0.5 - static_cast<double>(height) / 2;
      // From the corner to the middle of the first texel is half a texel.
      const double column =
          static_cast<double>(from.width) / 2 + right * turn.along - down * turn.across - 0.5;
      const double row =
          static_cast<double>(from.height) / 2 + right * turn.across + down * turn.along - 0.5;
      const long left = std::lround(std::floor(column)), top = std::lround(std::floor(row));
      const double right_share = column - std::floor(column), lower_share = row - std::floor(row);
      for (size_t channel = 0; channel < 4; ++channel) {
        const auto mixed = [&](long line) {
          return (1 - right_share) * channel_or_black(from, left, line, channel) +
                 right_share * channel_or_black(from, left + 1, line, channel);
        };
        const double value = (1 - lower_share) * mixed(top) + lower_share * mixed(top + 1);
        to.texels[(y * width + x) * 4 + channel] = static_cast<unsigned char>(std::lround(value));
      }
    }
  }
  return to;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const double degrees = argument_count > 2 ? std::strtod(arguments[2], nullptr) : 30;
  const size_t width = argument_count > 3 ? std::strtoul(arguments[3], nullptr, 10) : 800;
  const size_t height = argument_count > 4 ? std::strtoul(arguments[4], nullptr, 10) : 600;
  constexpr size_t greatest = example::greatest_size;
  if (argument_count < 2 || width - 1 >= greatest || height - 1 >= greatest) {
    std::fprintf(stderr, "rotate_picture FILE.ppm [DEGREES [WIDTH HEIGHT]], sizes from 1 to %zu\n",
                 greatest);
    return 1;
  }
  cl_device_id device = example::first_device();
  example::require_images(device);
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  check(status, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  check(status, "clCreateCommandQueueWithProperties");

  Picture picture = example::draw(480, 320);
  // The largest that fits into the result while it is not turned.
  const double scale = std::max(static_cast<double>(picture.width) / static_cast<double>(width),
                                static_cast<double>(picture.height) / static_cast<double>(height));
  const double angle = degrees / 180 * std::numbers::pi;
  const Turn turn = {scale * std::cos(angle), scale * std::sin(angle)};
  cl_mem from = example::make_image(context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, picture.width,
                                    picture.height, picture.texels.data());
  cl_mem to = example::make_image(context, CL_MEM_WRITE_ONLY, width, height, nullptr);
  cl_program program = example::build(context, device, source);
  cl_kernel kernel = clCreateKernel(program, "rotate_picture", &status);
  check(status, "clCreateKernel");
  const cl_float2 turn_argument = {
      {static_cast<cl_float>(turn.along), static_cast<cl_float>(turn.across)}};
  check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
  check(clSetKernelArg(kernel, 2, sizeof turn_argument, &turn_argument), "clSetKernelArg");
  const size_t items[2] = {width, height};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, items, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  Picture rotated(width, height);
  const size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1};
  check(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, rotated.texels.data(), 0,
                           nullptr, nullptr),
        "clEnqueueReadImage");

  const size_t wrong =
      example::different_channels(rotated, rotate_on_host(picture, turn, width, height));
  example::write_ppm(rotated, arguments[1]);
  std::printf("%zu x %zu texels, turned by %g degrees, %zu channels wrong, in %s\n", width, height,
              degrees, wrong, arguments[1]);

  for (cl_mem image : {from, to}) check(clReleaseMemObject(image), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}

// Makes a picture larger or smaller: the source is an image, and a sampler mixes the four texels
// around each place that is read. The host does the same and compares. Writes what comes out to a
// .ppm file, which most viewers of pictures show.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "common.h"
#include "picture.h"

using example::check;
using example::Picture;

static const char* source = R"(
constant sampler_t bilinear =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void resize(read_only image2d_t from, write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float2 middle = convert_float2(at) + 0.5f;
  const float2 size = (float2)(get_image_width(to), get_image_height(to));
  write_imagef(to, at, read_imagef(from, bilinear, middle / size));
}
)";

namespace {

/// Says where a texel of the result lies between two of the source, along one axis.
struct Between {
  size_t first, second;
  double share;  // of the second
};
Between between(size_t at, size_t size, size_t source_size) {
  const double last = static_cast<double>(source_size - 1);
  const double place = (static_cast<double>(at) + 0.5) / static_cast<double>(size) *
                           static_cast<double>(source_size) -
                       0.5;
  const double whole = std::floor(place);
  return {static_cast<size_t>(std::clamp(whole, 0.0, last)),
          static_cast<size_t>(std::clamp(whole + 1, 0.0, last)), place - whole};
}

Picture resize_on_host(const Picture& from, size_t width, size_t height) {
  Picture to(width, height);
  for (size_t y = 0; y < height; ++y) {
    const Between rows = between(y, height, from.height);
    for (size_t x = 0; x < width; ++x) {
      const Between columns = between(x, width, from.width);
      for (size_t channel = 0; channel < 4; ++channel) {
        const auto mixed = [&](size_t row) {
          const unsigned char* texels = &from.texels[row * from.width * 4 + channel];
          return (1 - columns.share) * texels[columns.first * 4] +
                 columns.share * texels[columns.second * 4];
        };
        const double value = (1 - rows.share) * mixed(rows.first) + rows.share * mixed(rows.second);
        to.texels[(y * width + x) * 4 + channel] = static_cast<unsigned char>(std::lround(value));
      }
    }
  }
  return to;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const size_t width = argument_count > 2 ? std::strtoul(arguments[2], nullptr, 10) : 1200;
  const size_t height = argument_count > 3 ? std::strtoul(arguments[3], nullptr, 10) : 700;
  constexpr size_t greatest = example::greatest_size;
  if (argument_count < 2 || width - 1 >= greatest || height - 1 >= greatest) {
    std::fprintf(stderr, "resize_picture FILE.ppm [WIDTH HEIGHT], sizes from 1 to %zu\n", greatest);
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
  cl_mem from = example::make_image(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, picture.width,
                                    picture.height, picture.texels.data());
  cl_mem to = example::make_image(context, CL_MEM_WRITE_ONLY, width, height, nullptr);
  cl_program program = example::build(context, device, source);
  cl_kernel kernel = clCreateKernel(program, "resize", &status);
  check(status, "clCreateKernel");
  check(clSetKernelArg(kernel, 0, sizeof from, &from), "clSetKernelArg");
  check(clSetKernelArg(kernel, 1, sizeof to, &to), "clSetKernelArg");
  const size_t items[2] = {width, height};
  check(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, items, nullptr, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  Picture resized(width, height);
  const size_t origin[3] = {0, 0, 0}, region[3] = {width, height, 1};
  check(clEnqueueReadImage(queue, to, CL_TRUE, origin, region, 0, 0, resized.texels.data(), 0,
                           nullptr, nullptr),
        "clEnqueueReadImage");

  // Half way between two numbers either may come out.
  const Picture expected = resize_on_host(picture, width, height);
  const size_t wrong = example::different_channels(resized, expected);
  example::write_ppm(resized, arguments[1]);
  std::printf("%zu x %zu texels from %zu x %zu, %zu channels wrong, in %s\n", width, height,
              picture.width, picture.height, wrong, arguments[1]);

  for (cl_mem image : {from, to}) check(clReleaseMemObject(image), "clReleaseMemObject");
  check(clReleaseKernel(kernel), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
  return wrong == 0 ? 0 : 1;
}

// Makes the pictures of the examples with images, and writes them to files.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <vector>

#include "common.h"

namespace example {

// A device of the full profile takes images of this many texels along each side.
constexpr size_t greatest_size = 16384;

/// Texels of four channels, red, green, blue and alpha, of a byte each.
struct Picture {
  Picture(size_t wide, size_t high) : width(wide), height(high), texels(wide * high * 4) {}
  size_t width, height;
  std::vector<unsigned char> texels;
};

/// Rings that grow narrower from the middle, over colours that change from edge to edge.
inline Picture draw(size_t width, size_t height) {
  Picture picture(width, height);
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      const double u = 2.0 * static_cast<double>(x) / static_cast<double>(width) - 1;
      const double v = 2.0 * static_cast<double>(y) / static_cast<double>(height) - 1;
      const double ring = 0.5 + 0.5 * std::cos(40 * (u * u + v * v));
      unsigned char* texel = &picture.texels[(y * width + x) * 4];
      texel[0] = static_cast<unsigned char>(255 * ring);
      texel[1] = static_cast<unsigned char>(127 * (1 + u));
      texel[2] = static_cast<unsigned char>(127 * (1 + v));
      texel[3] = 255;
    }
  }
  return picture;
}

/// Counts the channels that differ by more than a step: half way between two numbers either may come out.
inline size_t different_channels(const Picture& picture, const Picture& other) {
  size_t count = 0;
  for (size_t i = 0; i < picture.texels.size(); ++i) {
    if (std::abs(picture.texels[i] - other.texels[i]) > 1) ++count;
  }
  return count;
}

inline void write_ppm(const Picture& picture, const char* path) {
  std::ofstream file(path, std::ios::binary);
  file << "P6\n" << picture.width << ' ' << picture.height << "\n255\n";
  for (size_t i = 0; i < picture.texels.size(); i += 4) {
    file.write(reinterpret_cast<const char*>(&picture.texels[i]), 3);
  }
  if (file.flush()) return;
  std::fprintf(stderr, "%s cannot be written\n", path);
  std::exit(1);
}

inline cl_mem make_image(cl_context context, cl_mem_flags flags, size_t width, size_t height,
                         void* texels) {
  const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = width;
  description.image_height = height;
  cl_int status = CL_SUCCESS;
  cl_mem image = clCreateImage(context, flags, &format, &description, texels, &status);
  check(status, "clCreateImage");
  return image;
}

/// Ends the program where the device has no images.
inline void require_images(cl_device_id device) {
  cl_bool has_images = CL_FALSE;
  check(clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, nullptr),
        "clGetDeviceInfo");
  if (has_images != CL_FALSE) return;
  std::printf("%s has no images\n", device_name(device).c_str());
  std::exit(1);
}

}  // namespace example

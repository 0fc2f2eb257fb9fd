// Makes images and samplers for the tests of 5.3 and 5.7.
#pragma once

#include <array>
#include <cstring>
#include <numeric>

#include "tests/support/on_device.h"

namespace cleave::test {

using Sampler = Owned<cl_sampler, clReleaseSampler>;
using Triple = std::array<size_t, 3>;

inline constexpr cl_mem_object_type image_types[] = {
    CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER,
    CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

inline constexpr cl_image_format rgba8 = {CL_RGBA, CL_UNORM_INT8};
inline constexpr cl_image_format r8 = {CL_R, CL_UNSIGNED_INT8};

/// A description with these sizes, in the places that the type has; the third one is depth or
/// layers, the second one layers of 1D arrays.
inline cl_image_desc description(cl_mem_object_type type, size_t width, size_t second = 0,
                                 size_t third = 0) {
  cl_image_desc made{};
  made.image_type = type;
  made.image_width = width;
  if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
    made.image_array_size = second;
  } else {
    made.image_height = second;
  }
  if (type == CL_MEM_OBJECT_IMAGE3D) made.image_depth = third;
  if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) made.image_array_size = third;
  return made;
}

/// `OnDevice` with calls that make images.
class OnImages : public OnDevice {
 protected:
  [[nodiscard]] cl_int error_of_image(const cl_image_desc& made, cl_image_format format = rgba8,
                                      cl_mem_flags flags = CL_MEM_READ_WRITE,
                                      void* host = nullptr) const {
    return error_of([&](cl_int* error) {
      return Memory(clCreateImage(context_, flags, &format, &made, host, error));
    });
  }
  [[nodiscard]] Memory make_image(const cl_image_desc& made, cl_image_format format = rgba8,
                                  cl_mem_flags flags = CL_MEM_READ_WRITE,
                                  void* host = nullptr) const {
    cl_int error = 1;
    Memory image(clCreateImage(context_, flags, &format, &made, host, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return image;
  }
  [[nodiscard]] Memory make_2d(size_t width, size_t height, cl_image_format format = r8) const {
    return make_image(description(CL_MEM_OBJECT_IMAGE2D, width, height), format);
  }
  template <class T>
  [[nodiscard]] static T image_info(cl_mem image, cl_image_info name) {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetImageInfo(image, name, size, value, returned);
    });
  }
  template <class T>
  [[nodiscard]] static T memory_info(cl_mem memory, cl_mem_info name) {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetMemObjectInfo(memory, name, size, value, returned);
    });
  }
  template <class T>
  [[nodiscard]] T device_info(cl_device_info name) const {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetDeviceInfo(device_, name, size, value, returned);
    });
  }
  void write(cl_mem image, const size_t* origin, const Triple& region, const void* from,
             size_t row_pitch = 0, size_t slice_pitch = 0) const {
    EXPECT_EQ(CL_SUCCESS, clEnqueueWriteImage(queue_, image, CL_TRUE, origin, region.data(),
                                              row_pitch, slice_pitch, from, 0, nullptr, nullptr));
  }
  /// The bytes of a region without gaps.
  [[nodiscard]] std::vector<unsigned char> read(cl_mem image, const size_t* origin,
                                                const Triple& region, size_t texel = 1) const {
    std::vector<unsigned char> bytes(region[0] * region[1] * region[2] * texel);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadImage(queue_, image, CL_TRUE, origin, region.data(), 0, 0,
                                             bytes.data(), 0, nullptr, nullptr));
    return bytes;
  }
  [[nodiscard]] static std::vector<unsigned char> bytes_from(unsigned char first, size_t count) {
    std::vector<unsigned char> bytes(count);
    std::iota(bytes.begin(), bytes.end(), first);
    return bytes;
  }
  static constexpr size_t zero[4] = {0, 0, 0, 0};
};

}  // namespace cleave::test

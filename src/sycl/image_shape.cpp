// Computes how images lie in memory.
#include "sycl/image_shape.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>

#include "support/error_name.h"
#include "sycl/failure.h"

namespace cleave::sycl {
namespace {

/// The formats by their numbers (sycl::image_format).
struct Format {
  cl_image_format native;
  size_t texel_bytes;
};
constexpr Format formats[] = {
    {{CL_RGBA, CL_UNORM_INT8}, 4},     {{CL_RGBA, CL_UNORM_INT16}, 8},
    {{CL_RGBA, CL_SIGNED_INT8}, 4},    {{CL_RGBA, CL_SIGNED_INT16}, 8},
    {{CL_RGBA, CL_SIGNED_INT32}, 16},  {{CL_RGBA, CL_UNSIGNED_INT8}, 4},
    {{CL_RGBA, CL_UNSIGNED_INT16}, 8}, {{CL_RGBA, CL_UNSIGNED_INT32}, 16},
    {{CL_RGBA, CL_HALF_FLOAT}, 8},     {{CL_RGBA, CL_FLOAT}, 16},
    {{CL_BGRA, CL_UNORM_INT8}, 4},
};

const Format& format_of(const cleave_sycl_image_shape& shape) {
  if (shape.format >= std::size(formats)) {
    fail(Code::invalid, "an image: this libcleave-sycl.so.1 knows no such format");
  }
  return formats[shape.format];
}

[[noreturn]] void fail_of_size(const char* text) {
  fail(Code::invalid, std::string("an image: ") + text);
}

size_t product(size_t left, size_t right) {
  size_t result = 0;
  if (__builtin_mul_overflow(left, right, &result) ||
      result > static_cast<size_t>(std::numeric_limits<ptrdiff_t>::max())) {
    fail_of_size("it would be larger than any memory");
  }
  return result;
}

/// A pitch that was given, or the least one.
size_t pitch(size_t given, size_t least, size_t texel_bytes, bool is_given, const char* text) {
  if (!is_given) return least;
  if (given < least || given % texel_bytes != 0) {
    fail_of_size((std::string("its pitch of ") + std::to_string(given) + " bytes is not one of " +
                  text + " of " + std::to_string(least) +
                  " bytes: it is at least that, and whole texels of " + std::to_string(texel_bytes))
                     .c_str());
  }
  return given;
}

template <class Value>
Value image_value(cl_mem image, cl_image_info what) {
  Value value{};
  check(clGetImageInfo(image, what, sizeof value, &value, nullptr), "clGetImageInfo");
  return value;
}

}  // namespace

size_t complete_shape(cleave_sycl_image_shape& shape, bool has_pitches) {
  const Format& format = format_of(shape);
  if (shape.dimensions < 1 || shape.dimensions > 3) fail_of_size("it has one to three dimensions");
  for (size_t size : shape.extent) {
    if (size == 0) fail_of_size("its range has a size of 0");
    if (size > size_t{std::numeric_limits<int32_t>::max()}) {
      fail_of_size("its range has a size that is no int");
    }
  }
  shape.row_pitch = pitch(shape.row_pitch, product(shape.extent[0], format.texel_bytes),
                          format.texel_bytes, has_pitches && shape.dimensions > 1, "rows");
  shape.slice_pitch = pitch(shape.slice_pitch, product(shape.row_pitch, shape.extent[1]),
                            format.texel_bytes, has_pitches && shape.dimensions > 2, "slices");
  return product(shape.slice_pitch, shape.extent[2]);
}

cl_mem create_image(cl_context context, cl_mem buffer, const cleave_sycl_image_shape& shape) {
  constexpr cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE2D,
                                          CL_MEM_OBJECT_IMAGE3D};
  cl_image_desc description{};
  description.image_type = types[shape.dimensions - 1];
  description.image_width = shape.extent[0];
  description.image_height = shape.dimensions > 1 ? shape.extent[1] : 0;
  description.image_depth = shape.dimensions > 2 ? shape.extent[2] : 0;
  description.image_row_pitch = shape.row_pitch;
  description.image_slice_pitch = shape.dimensions > 2 ? shape.slice_pitch : 0;
  description.mem_object = buffer;
  cl_int error = CL_SUCCESS;
  const cl_mem made =
      clCreateImage(context, 0, &format_of(shape).native, &description, nullptr, &error);
  if (error != CL_SUCCESS) {
    throw Failure{Code::feature_not_supported,
                  std::string("an image as a cl_mem: the platform makes none of this size and "
                              "format of a buffer's memory, which cl_ext_image_from_buffer and "
                              "cl_khr_image2d_from_buffer offer: clCreateImage: ") +
                      support::error_name(error),
                  error};
  }
  return made;
}

void read_shape(cl_mem image, cleave_sycl_image_shape& shape) {
  cl_mem_object_type type = 0;
  check(clGetMemObjectInfo(image, CL_MEM_TYPE, sizeof type, &type, nullptr), "clGetMemObjectInfo");
  const uint32_t dimensions = type == CL_MEM_OBJECT_IMAGE1D   ? 1
                              : type == CL_MEM_OBJECT_IMAGE2D ? 2
                              : type == CL_MEM_OBJECT_IMAGE3D ? 3
                                                              : 0;
  if (dimensions != shape.dimensions) {
    fail_of_size("the cl_mem is none of an image with as many dimensions");
  }
  const auto native = image_value<cl_image_format>(image, CL_IMAGE_FORMAT);
  const auto known = std::ranges::find_if(formats, [&](const Format& format) {
    return format.native.image_channel_order == native.image_channel_order &&
           format.native.image_channel_data_type == native.image_channel_data_type;
  });
  if (known == std::end(formats)) {
    fail(Code::feature_not_supported, "an image: sycl::image_format has not the cl_mem's format");
  }
  shape.format = static_cast<uint32_t>(known - std::begin(formats));
  shape.extent[0] = image_value<size_t>(image, CL_IMAGE_WIDTH);
  shape.extent[1] = dimensions > 1 ? image_value<size_t>(image, CL_IMAGE_HEIGHT) : 1;
  shape.extent[2] = dimensions > 2 ? image_value<size_t>(image, CL_IMAGE_DEPTH) : 1;
}

}  // namespace cleave::sycl

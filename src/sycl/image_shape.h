// Says how images lie in buffers, and makes OpenCL's images of these (SYCL 2020, 4.7.3).
#pragma once

#include <cstddef>

#include "opencl.h"
#include "sycl/detail/abi.h"

namespace cleave::sycl {

/// Completes the pitches of a shape that was asked for, and returns the bytes of the image. Fails with errc::invalid for
/// sizes that are 0 or too large, and for pitches in which texels do not fit.
[[nodiscard]] size_t complete_shape(cleave_sycl_image_shape& shape, bool has_pitches);

/// Makes an image of a buffer's memory. Fails with errc::feature_not_supported where the platform makes no such ones.
[[nodiscard]] cl_mem create_image(cl_context context, cl_mem buffer,
                                  const cleave_sycl_image_shape& shape);

/// Reads the shape of the application's image; the pitches are still to be set. Fails with errc::invalid where it has
/// other dimensions than the shape, and with errc::feature_not_supported for formats that SYCL does not have.
void read_shape(cl_mem image, cleave_sycl_image_shape& shape);

}  // namespace cleave::sycl

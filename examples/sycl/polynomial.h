// Declares a function of another unit that kernels call.
#pragma once

#include <sycl/sycl.hpp>

/// Returns 2x² + 3x + 1.
SYCL_EXTERNAL float polynomial(float x);

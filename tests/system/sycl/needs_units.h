// Declares functions of the second unit of the test of what kernels need.
#pragma once

#include <sycl/sycl.hpp>

namespace other_unit {
SYCL_EXTERNAL int plain(int value);
SYCL_EXTERNAL int halved_as_double(int value);
SYCL_EXTERNAL int listed(int value);
// Calls first_unit::with_half, which the first unit defines.
SYCL_EXTERNAL int back_and_forth(int value);
}  // namespace other_unit

namespace first_unit {
SYCL_EXTERNAL int with_half(int value);
}  // namespace first_unit

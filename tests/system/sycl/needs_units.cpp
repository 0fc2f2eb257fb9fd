// The second unit of the test of what kernels need.
#include "needs_units.h"

namespace other_unit {

int plain(int value) {
  return value + 1;
}

int halved_as_double(int value) {
  return static_cast<int>(static_cast<double>(value) / 2.0);
}

[[sycl::device_has(sycl::aspect::fp64)]] int listed(int value) {
  return value;
}

int back_and_forth(int value) {
  return first_unit::with_half(value);
}

}  // namespace other_unit

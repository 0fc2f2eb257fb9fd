// Defines a function that kernels of another unit call (kernels.cpp).
#include <sycl/sycl.hpp>

namespace cleave::release_images {

SYCL_EXTERNAL int twice_and_one(int number) {
  return 2 * number + 1;
}

}  // namespace cleave::release_images

// Calls a function that another unit defines, in a library.
#include <sycl/sycl.hpp>

#include <cstdio>

#include "polynomial.h"

int main() {
  constexpr size_t count = 100;
  sycl::queue queue;
  float* const values = sycl::malloc_shared<float>(count, queue);
  queue.parallel_for(count, [=](sycl::id<1> i) { values[i] = polynomial(static_cast<float>(i)); })
      .wait();
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) {
    is_right = is_right && values[i] == static_cast<float>(2 * i * i + 3 * i + 1);
  }
  std::printf("f(99) = %g\n", values[99]);
  std::printf(is_right ? "all right\n" : "wrong\n");
  sycl::free(values, queue);
  return is_right ? 0 : 1;
}

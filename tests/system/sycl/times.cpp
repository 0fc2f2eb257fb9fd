// A library that is loaded and unloaded: its constructor launches a kernel, and `run` multiplies in one.
#include <sycl/sycl.hpp>

namespace {

int compute(int number) {
  sycl::queue queue;
  int* const result = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *result = number * FACTOR; }).wait();
  const int product = *result;
  sycl::free(result, queue);
  return product;
}

const int at_load = compute(1);

}  // namespace

extern "C" int run(int number) {
  return at_load == FACTOR ? compute(number) : -1;
}

// A library that is loaded and unloaded: its constructor launches a kernel, `run` multiplies in one, and `start` in one
// that waits for a gate and goes on when the library is gone.
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

extern "C" void start(int number, int* gate, int* result) {
  sycl::queue queue;
  queue.single_task([=] {
    using shared = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::system>;
    while (shared(*gate).load(sycl::memory_order::acquire) == 0) {
    }
    shared(*result).store(number * FACTOR, sycl::memory_order::release);
  });
}

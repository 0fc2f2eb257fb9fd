// Uses what programs for other implementations expect of <sycl/sycl.hpp>, which is all that this file includes.
#include <sycl/sycl.hpp>

int main() {
  const auto begin = std::chrono::steady_clock::now();
  sycl::queue queue;
  int* const numbers = sycl::malloc_shared<int>(3, queue);
  queue.parallel_for(3, [=](sycl::id<1> i) { numbers[i] = 3 - static_cast<int>(i); }).wait();
  std::sort(numbers, numbers + 3);
  assert(numbers[0] < INT_MAX);
  std::cout << numbers[0] << ' ' << std::sqrt(4.0) << ' ' << numbers[2];
  sycl::free(numbers, queue);
  const bool later = std::chrono::steady_clock::now() >= begin;
  std::cout << (later ? ", all right" : ", time goes back") << std::endl;
}

// Adds a multiple of one vector to another, in memory that host and device share, and tells how long it took.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  constexpr size_t count = 1 << 20;
  sycl::queue queue{{sycl::property::queue::in_order(), sycl::property::queue::enable_profiling()}};
  float* const x = sycl::malloc_shared<float>(count, queue);
  float* const y = sycl::malloc_shared<float>(count, queue);
  for (size_t i = 0; i < count; ++i) {
    x[i] = static_cast<float>(i % 1000);
    y[i] = 1;
  }
  const float a = 2;
  sycl::event done = queue.parallel_for(count, [=](sycl::id<1> i) { y[i] += a * x[i]; });
  done.wait();
  const auto begin = done.get_profiling_info<sycl::info::event_profiling::command_start>();
  const auto end = done.get_profiling_info<sycl::info::event_profiling::command_end>();
  std::printf("%zu numbers in %llu ns\n", count, static_cast<unsigned long long>(end - begin));
  size_t wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    if (y[i] != 1 + a * static_cast<float>(i % 1000)) ++wrong;
  }
  sycl::free(x, queue);
  sycl::free(y, queue);
  std::printf(wrong == 0 ? "all right\n" : "%zu numbers are wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}

// Prints the milliseconds that the first launch of a program takes, from the submission to the end. CLEAVE_KERNELS is how many
// kernels the program has, of which it launches one.
#include <sycl/sycl.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace {

constexpr size_t count = 1024;

template <int number>
void launch(sycl::queue& queue, float* values) {
  queue.parallel_for(sycl::range<1>(count), [=](sycl::id<1> i) {
    float sum = 0;
    for (size_t k = 0; k <= i[0] % 16; ++k) sum += values[k] * static_cast<float>(k + number);
    values[i] = sycl::sqrt(sum) + 1;
  });
}

using Launch = void (*)(sycl::queue&, float*);
template <int... numbers>
void launch_one(std::integer_sequence<int, numbers...>, size_t which, sycl::queue& queue,
                float* values) {
  static constexpr Launch all[] = {launch<numbers>...};
  all[which](queue, values);
}

}  // namespace

int main(int argc, char** argv) {
  const size_t which = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (which >= CLEAVE_KERNELS) return 1;
  sycl::queue queue{sycl::property::queue::in_order()};
  float* const values = sycl::malloc_device<float>(count, queue);
  queue.memset(values, 0, count * sizeof(float)).wait();
  const auto start = std::chrono::steady_clock::now();
  launch_one(std::make_integer_sequence<int, CLEAVE_KERNELS>(), which, queue, values);
  queue.wait();
  const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
  float first = 0;
  queue.memcpy(&first, values, sizeof first).wait();
  sycl::free(values, queue);
  std::printf("%.3f\n", spent.count());
  return first == 1 ? 0 : 1;
}

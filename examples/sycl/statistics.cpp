// Looks at a million numbers once: their sum, the least and the greatest by an operation of our own, and a histogram.
#include <sycl/sycl.hpp>

#include <cstdio>

struct Bounds {
  float least;
  float greatest;
};
struct Widen {
  Bounds operator()(const Bounds& left, const Bounds& right) const {
    return {sycl::fmin(left.least, right.least), sycl::fmax(left.greatest, right.greatest)};
  }
};

int main() {
  constexpr size_t count = 1 << 20;
  constexpr size_t bins = 8;
  sycl::queue queue;
  float* const numbers = sycl::malloc_shared<float>(count, queue);
  auto* const sum = sycl::malloc_shared<double>(1, queue);
  auto* const bounds = sycl::malloc_shared<Bounds>(1, queue);
  auto* const histogram = sycl::malloc_shared<int>(bins, queue);
  for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<float>(i * 7919 % 1000) / 8;
  *bounds = {numbers[0], numbers[0]};

  const auto from_zero = sycl::property_list{sycl::property::reduction::initialize_to_identity{}};
  // The bounds keep what was in them, for Widen has no identity.
  queue
      .parallel_for(
          sycl::range<1>(count), sycl::reduction(sum, sycl::plus<>(), from_zero),
          sycl::reduction(bounds, Widen()),
          sycl::reduction(sycl::span<int, bins>(histogram, bins), sycl::plus<>(), from_zero),
          [=](sycl::id<1> i, auto& its_sum, auto& its_bounds, auto& its_histogram) {
            const float number = numbers[i];
            its_sum += number;
            its_bounds.combine({number, number});
            ++its_histogram[static_cast<size_t>(number) / 16];
          })
      .wait();

  double expected_sum = 0;
  int expected[bins] = {};
  for (size_t i = 0; i < count; ++i) {
    expected_sum += numbers[i];
    ++expected[static_cast<size_t>(numbers[i]) / 16];
  }
  bool is_right = *sum == expected_sum && bounds->least == 0 && bounds->greatest == 124.875f;
  std::printf("%zu numbers from %g to %g, %.3f on average\n", count, bounds->least,
              bounds->greatest, *sum / count);
  for (size_t i = 0; i < bins; ++i) {
    std::printf("from %3zu: %d\n", i * 16, histogram[i]);
    is_right = is_right && histogram[i] == expected[i];
  }
  std::printf(is_right ? "all right\n" : "wrong\n");
  sycl::free(numbers, queue);
  sycl::free(sum, queue);
  sycl::free(bounds, queue);
  sycl::free(histogram, queue);
  return is_right ? 0 : 1;
}

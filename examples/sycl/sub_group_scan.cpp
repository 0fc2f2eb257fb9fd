// Numbers the elements that are kept, sub-group by sub-group: a scan over the sub-group gives each its place.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  constexpr size_t count = 1 << 12;
  sycl::queue queue;
  int* const numbers = sycl::malloc_shared<int>(count, queue);
  int* const kept = sycl::malloc_shared<int>(count, queue);
  unsigned* const total = sycl::malloc_shared<unsigned>(1, queue);
  *total = 0;
  unsigned expected = 0;
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<int>(i * 31 % 100);
    if (numbers[i] < 30) ++expected;
  }
  queue
      .parallel_for(sycl::nd_range<1>(count, 64),
                    [=](sycl::nd_item<1> item) {
                      const sycl::sub_group lanes = item.get_sub_group();
                      const int number = numbers[item.get_global_id(0)];
                      const unsigned is_kept = number < 30 ? 1 : 0;
                      const unsigned place =
                          sycl::exclusive_scan_over_group(lanes, is_kept, sycl::plus<>());
                      const unsigned here = sycl::reduce_over_group(lanes, is_kept, sycl::plus<>());
                      unsigned begin = 0;
                      if (lanes.leader()) {
                        begin = sycl::atomic_ref<unsigned, sycl::memory_order::relaxed,
                                                 sycl::memory_scope::device>(*total)
                                    .fetch_add(here);
                      }
                      begin = sycl::group_broadcast(lanes, begin);
                      if (is_kept != 0) kept[begin + place] = number;
                    })
      .wait();
  bool is_right = *total == expected;
  for (unsigned i = 0; i < *total; ++i) is_right = is_right && kept[i] < 30;
  std::printf("%u of %zu kept, expected %u\n", *total, count, expected);
  std::printf(is_right ? "all right\n" : "wrong\n");
  sycl::free(numbers, queue);
  sycl::free(kept, queue);
  sycl::free(total, queue);
  return is_right ? 0 : 1;
}

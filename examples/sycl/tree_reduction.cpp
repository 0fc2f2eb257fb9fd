// Adds numbers work-group by work-group, in a tree in local memory, and the sums of groups by an atomic operation.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  constexpr size_t count = 1 << 18;
  constexpr size_t width = 128;
  sycl::queue queue;
  int* const numbers = sycl::malloc_shared<int>(count, queue);
  long* const sum = sycl::malloc_shared<long>(1, queue);
  *sum = 0;
  long expected = 0;
  for (size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<int>(i * 7919 % 1000);
    expected += numbers[i];
  }
  queue
      .submit([&](sycl::handler& group) {
        sycl::local_accessor<long> partial(width, group);
        group.parallel_for(sycl::nd_range<1>(count, width), [=](sycl::nd_item<1> item) {
          const size_t own = item.get_local_id(0);
          partial[own] = numbers[item.get_global_id(0)];
          sycl::group_barrier(item.get_group());
          for (size_t distance = width / 2; distance > 0; distance /= 2) {
            if (own < distance) partial[own] += partial[own + distance];
            sycl::group_barrier(item.get_group());
          }
          if (item.get_group().leader()) {
            sycl::atomic_ref<long, sycl::memory_order::relaxed, sycl::memory_scope::device>(*sum) +=
                partial[0];
          }
        });
      })
      .wait();
  std::printf("sum %ld, expected %ld\n", *sum, expected);
  const bool is_right = *sum == expected;
  std::printf(is_right ? "all right\n" : "wrong\n");
  sycl::free(numbers, queue);
  sycl::free(sum, queue);
  return is_right ? 0 : 1;
}

// Divides a device into two parts, each with a queue, and lets both work on halves of one array.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

int main() {
  const sycl::device whole{sycl::cpu_selector_v};
  const auto units = whole.get_info<sycl::info::device::max_compute_units>();
  if (units < 2) {
    std::printf("the device has one compute unit: nothing is divided\n");
    return 77;
  }
  std::vector<sycl::device> parts =
      whole.create_sub_devices<sycl::info::partition_property::partition_by_counts>(
          std::vector<size_t>{units / 2, units - units / 2});
  const sycl::context context(parts);
  std::vector<sycl::queue> queues;
  for (const sycl::device& part : parts) queues.emplace_back(context, part);

  constexpr size_t count = 1 << 16;
  int* const numbers = sycl::malloc_shared<int>(count, queues[0]);
  for (size_t i = 0; i < queues.size(); ++i) {
    const size_t begin = i * count / 2;
    queues[i].parallel_for(
        count / 2, [=](sycl::id<1> k) { numbers[begin + k] = static_cast<int>((begin + k) * 2); });
  }
  for (sycl::queue& queue : queues) queue.wait();
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) is_right = is_right && numbers[i] == static_cast<int>(i * 2);
  sycl::free(numbers, queues[0]);
  for (const sycl::device& part : parts) {
    std::printf("a part of %u units\n", part.get_info<sycl::info::device::max_compute_units>());
  }
  std::printf(is_right ? "all right\n" : "wrong\n");
  return is_right ? 0 : 1;
}

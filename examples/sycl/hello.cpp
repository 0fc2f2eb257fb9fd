// Multiplies numbers by their places on the device that the runtime chooses. The buffer brings them back.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> numbers(1000, 1.5f);
  sycl::queue queue;
  std::printf("device: %s\n", queue.get_device().get_info<sycl::info::device::name>().c_str());
  {
    sycl::buffer buffer(numbers);
    queue.submit([&](sycl::handler& group) {
      sycl::accessor values(buffer, group, sycl::read_write);
      group.parallel_for(values.get_range(), [=](sycl::id<1> i) { values[i] *= i; });
    });
  }  // here the buffer waits
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] != 1.5f * static_cast<float>(i)) {
      std::printf("number %zu is wrong: %g\n", i, numbers[i]);
      return 1;
    }
  }
  std::printf("all right\n");
}

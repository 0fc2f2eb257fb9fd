// Finds two OpenCL drivers in one process: one runs the program's kernels, for the other there is no code.
#include <sycl/sycl.hpp>

#include <cstdio>

class Increment;

int main() {
  int with_code = 0;
  int without_code = 0;
  for (const sycl::device& device : sycl::device::get_devices()) {
    const bool is_compatible = sycl::is_compatible<Increment>(device);
    sycl::queue queue(device);
    int* const value = is_compatible ? sycl::malloc_shared<int>(1, queue) : nullptr;
    if (is_compatible) *value = 1;
    try {
      queue.single_task<Increment>([=] { ++*value; }).wait();
      if (!is_compatible || *value != 2) return 1;
      ++with_code;
    } catch (const sycl::exception& error) {
      std::printf("%s\n", error.what());
      if (is_compatible || error.code() != sycl::errc::kernel_not_supported) return 1;
      ++without_code;
    }
    if (value != nullptr) sycl::free(value, queue);
  }
  const bool is_right_default = sycl::is_compatible<Increment>(sycl::device());
  std::printf("%d with code, %d without, default %s\n", with_code, without_code,
              is_right_default ? "right" : "wrong");
  return with_code > 0 && is_right_default ? 0 : 1;
}

// Asks for a device where another driver's are the only ones: the program has no code for them.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  const auto all = sycl::device::get_devices();
  if (all.empty()) {
    std::printf("skipped: needs the device of another OpenCL driver\n");
    return 77;
  }
  try {
    sycl::queue queue;
    std::printf("chosen: %s\n", queue.get_device().get_info<sycl::info::device::name>().c_str());
    return 1;
  } catch (const sycl::exception& error) {
    std::printf("the default: %s\n", error.what());
  }
  sycl::queue queue(all.front());
  try {
    queue.single_task([=] {});
    std::printf("a kernel without code was launched\n");
    return 1;
  } catch (const sycl::exception& error) {
    std::printf("a launch: %s\n", error.what());
    return error.code() == sycl::errc::kernel_not_supported ? 0 : 1;
  }
}

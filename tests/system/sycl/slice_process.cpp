// Uses a compute slice, and says which units that is: a process of tests/system/sycl/check_slices.py.
//
//   slice_process INDEX  takes the slice of that index of the first device and obeys its input, a line at a time:
//                          queue    makes another queue for it, and prints "units: 0 1", where that one ran
//                          drop     lets go of all queues and keeps the device
//                          release  lets go of the device, too, and prints "released"
//                          split    divides the first device anew, and takes the slice of that
#include <sycl/sycl.hpp>

#include <CL/cl.h>
#include <pthread.h>

#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

namespace {

constexpr auto by_cslice = sycl::info::partition_property::ext_intel_partition_by_cslice;

/// On a worker: leaves the number of its unit, which its name ends with.
void CL_CALLBACK note_unit(void* arguments) {
  int* const place = *static_cast<int**>(arguments);
  char name[32] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  const std::string text = name;
  *place = text.rfind('/') == std::string::npos ? -1 : std::atoi(&text[text.rfind('/') + 1]);
}

/// The units that functions of the queue run on.
std::set<int> units_of(const sycl::queue& queue) {
  const cl_command_queue native = sycl::get_native<sycl::backend::opencl>(queue);
  constexpr size_t calls = 200;
  std::vector<int> units(calls, -2);
  for (int& unit : units) {
    int* place = &unit;
    if (clEnqueueNativeKernel(native, note_unit, &place, sizeof place, 0, nullptr, nullptr, 0,
                              nullptr, nullptr) != CL_SUCCESS) {
      std::exit(2);
    }
  }
  clFinish(native);
  clReleaseCommandQueue(native);
  return {units.begin(), units.end()};
}

}  // namespace

int main(int, char** arguments) {
  const size_t index = std::strtoul(arguments[1], nullptr, 10);
  const auto take = [&] { return sycl::device().create_sub_devices<by_cslice>().at(index); };
  std::vector<sycl::device> device{take()};
  std::vector<sycl::queue> queues;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "queue") {
      queues.emplace_back(device.front());
      std::cout << "units:";
      for (const int unit : units_of(queues.back())) std::cout << ' ' << unit;
      std::cout << std::endl;
    } else if (line == "drop" || line == "release") {
      queues.clear();
      if (line == "release") device.clear();
      std::cout << "released" << std::endl;
    } else if (line == "split") {
      device = {take()};
    }
  }
}

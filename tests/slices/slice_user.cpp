// Uses a compute slice, and says which units that is: a process of tests/slices/check_sharing.py.
//
//   slice_user INDEX    makes a queue for the slice of that index of the first device, prints
//                       "units: 0 1" and ends when its input does, or after a line "crash" at once
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <pthread.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

namespace {

void check(cl_int error, const char* call) {
  if (error == CL_SUCCESS) return;
  std::fprintf(stderr, "%s: error %d\n", call, error);
  std::exit(1);
}

/// On a worker: leaves the number of its unit, which its name ends with.
void CL_CALLBACK note_unit(void* arguments) {
  int* const place = *static_cast<int**>(arguments);
  char name[32] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  const std::string text = name;
  *place = text.rfind('/') == std::string::npos ? -1 : std::atoi(&text[text.rfind('/') + 1]);
}

/// The units that functions of the queue run on.
std::set<int> units_of(cl_command_queue queue) {
  constexpr size_t calls = 200;
  std::vector<int> units(calls, -2);
  for (int& unit : units) {
    int* place = &unit;
    check(clEnqueueNativeKernel(queue, note_unit, &place, sizeof place, 0, nullptr, nullptr, 0,
                                nullptr, nullptr),
          "clEnqueueNativeKernel");
  }
  check(clFinish(queue), "clFinish");
  return {units.begin(), units.end()};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int error = CL_SUCCESS;
  check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check(error, "clCreateContext");
  const auto index = static_cast<cl_queue_properties>(std::atoi(arguments[1]));
  const cl_queue_properties properties[] = {CL_QUEUE_FAMILY_INTEL,
                                            1,
                                            CL_QUEUE_INDEX_INTEL,
                                            index,
                                            CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
                                            0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, properties, &error);
  check(error, "clCreateCommandQueueWithProperties");
  std::cout << "units:";
  for (const int unit : units_of(queue)) std::cout << ' ' << unit;
  std::cout << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "crash") std::raise(SIGKILL);
    if (line == "release") {
      check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
      std::cout << "released" << std::endl;
    }
  }
  return 0;
}

// images IMAGE KERNEL [--alone] [--part] [--rounds N]: builds the device image of a release
// (tests/data/device_images), whole or with this kernel alone, and launches the kernel, CallsUnit or
// Standard, on the device or a part of it; so often anew, with a program that is freed in between.
// Fails where a result is wrong.
#include <CL/cl.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "tests/data/device_images/objects.h"
#include "tests/support/opencl.h"
#include "tests/support/process.h"

namespace {

using namespace cleave::test;

struct Work {
  std::string blob;
  std::string kernel;
  bool is_alone = false;
  bool is_on_part = false;
  int rounds = 1;
};

cl_device_id part_of(cl_device_id device) {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id part = nullptr;
  check(clCreateSubDevices(device, one, 1, &part, nullptr), "clCreateSubDevices");
  return part;
}

int wanted(const std::string& kernel, int number) {
  constexpr int reversed[] = {1004, 104, 14, 5};
  return kernel == "Standard" ? reversed[number % 4] : 2 * number + 1;
}

void run(const Work& work, const Session& session) {
  cl_int error = 1;
  const cl_program program =
      clCreateProgramWithIL(session.context, work.blob.data(), work.blob.size(), &error);
  check(error, "clCreateProgramWithIL");
  const std::string symbol =
      "_ZTSN6cleave14release_images" + std::to_string(work.kernel.size()) + work.kernel + "E";
  const std::string options = work.is_alone ? "-cleave-kernel=" + symbol : "";
  error = clBuildProgram(program, 1, &session.device, options.c_str(), nullptr, nullptr);
  require(error == CL_SUCCESS, "the image is built;", build_log(program, session.device));
  const cl_kernel kernel = clCreateKernel(program, symbol.c_str(), &error);
  check(error, "clCreateKernel");
  constexpr size_t count = 64;
  auto* numbers = static_cast<int*>(clSVMAlloc(session.context,
                                               CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                               2 * count * sizeof(int), 0));
  require(numbers != nullptr, "there is shared memory");
  for (size_t i = 0; i < count; ++i) numbers[i] = static_cast<int>(i);
  const cleave::release_images::CallsUnitObject object = {numbers, numbers + count};
  check(clSetKernelArg(kernel, 0, sizeof object, &object), "clSetKernelArg");
  check(clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr,
                               nullptr),
        "clEnqueueNDRangeKernel");
  check(clFinish(session.queue), "clFinish");
  for (size_t i = 0; i < count; ++i) {
    require(numbers[count + i] == wanted(work.kernel, static_cast<int>(i)), "a result is right");
  }
  clSVMFree(session.context, numbers);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

}  // namespace

int main(int count, char** words) {
  require(count >= 3, "usage: images IMAGE KERNEL [--alone] [--part] [--rounds N]");
  std::ifstream file(words[1], std::ios::binary);
  Work work = {{std::istreambuf_iterator<char>(file), {}}, words[2]};
  require(!work.blob.empty(), "there is an image");
  for (int i = 3; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--alone") work.is_alone = true;
    if (word == "--part") work.is_on_part = true;
    if (word == "--rounds" && i + 1 < count) work.rounds = std::atoi(words[++i]);
  }
  const cl_device_id device = first_device();
  const Session session(work.is_on_part ? part_of(device) : device);
  for (int round = 0; round < work.rounds; ++round) run(work, session);
  std::printf("%d rounds were right\n", work.rounds);
  return 0;
}

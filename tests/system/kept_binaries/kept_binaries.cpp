// kept_binaries version | save FILE | load FILE: a program that keeps what was compiled, as many
// do. It says the driver's version, by which they find what they kept; builds and writes the
// binary; or makes a program of the binary, and says what became of it:
//
//   refused | sub-groups of 16
#include <CL/cl.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/opencl.h"

namespace {

using namespace cleave::test;

constexpr const char* source =
    "kernel void add(global int *a) { a[get_global_id(0)] += get_sub_group_size(); }";

int say_version() {
  char text[256] = "";
  check(clGetDeviceInfo(first_device(), CL_DRIVER_VERSION, sizeof text, text, nullptr),
        "clGetDeviceInfo");
  std::puts(text);
  return 0;
}

int save(const std::string& path) {
  const Session session;
  const cl_program program = session.build(source, "-cl-std=CL3.0");
  size_t size = 0;
  check(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
        "clGetProgramInfo");
  std::vector<unsigned char> bytes(size);
  unsigned char* to = bytes.data();
  check(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof to, &to, nullptr),
        "clGetProgramInfo");
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
  return file.flush() ? 0 : 1;
}

int load(const std::string& path) {
  const Session session;
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  const auto* from = reinterpret_cast<const unsigned char*>(bytes.data());
  const size_t size = bytes.size();
  cl_int of_binary = CL_SUCCESS, status = CL_SUCCESS;
  const cl_program program = clCreateProgramWithBinary(session.context, 1, &session.device, &size,
                                                       &from, &of_binary, &status);
  if (status == CL_INVALID_BINARY && of_binary == CL_INVALID_BINARY) {
    std::puts("refused");
    return 0;
  }
  check(status, "clCreateProgramWithBinary");
  check(clBuildProgram(program, 1, &session.device, "", nullptr, nullptr), "clBuildProgram");
  const cl_kernel kernel = clCreateKernel(program, "add", &status);
  check(status, "clCreateKernel");
  const size_t local[] = {256, 1, 1};
  size_t lanes = 0;
  check(clGetKernelSubGroupInfo(kernel, session.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE,
                                sizeof local, local, sizeof lanes, &lanes, nullptr),
        "clGetKernelSubGroupInfo");
  std::printf("sub-groups of %zu\n", lanes);
  return 0;
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "";
  if (what == "version") return say_version();
  if (what == "save" && count == 3) return save(words[2]);
  if (what == "load" && count == 3) return load(words[2]);
  return 2;
}

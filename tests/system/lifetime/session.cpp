#include "session.h"

#include <cstring>
#include <string>
#include <vector>

#include "process.h"

namespace cleave::lifetime {

namespace {

constexpr size_t items = 10000;

cl_kernel make_kernel(cl_program program, const char* name) {
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, name, &error);
  check_call(error, "clCreateKernel");
  return kernel;
}

}  // namespace

const char* const session_source = R"(
kernel void square(global uint *out) { out[get_global_id(0)] = get_global_id(0) * get_global_id(0); }

kernel void endless(global volatile uint *out) {
  for (ulong turn = 0; turn < (1ul << 50); ++turn) out[get_global_id(0)] = turn;
}

kernel void large(global uint *out) {
  uint own[16384];
  for (uint i = 0; i < 16384; ++i) own[i] = i * 7 + get_global_id(0);
  uint sum = 0;
  for (uint i = 0; i < 16384; i += 1 + own[i] % 3) sum += own[i];
  out[get_global_id(0)] = sum;
})";

void check_call(cl_int error, const char* call) {
  if (error != CL_SUCCESS) fail(call, "gives error " + std::to_string(error));
}

cl_device_id cleave_device() {
  cl_uint count = 0;
  check_call(clGetPlatformIDs(0, nullptr, &count), "clGetPlatformIDs");
  std::vector<cl_platform_id> platforms(count);
  check_call(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  for (cl_platform_id platform : platforms) {
    char name[64] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    if (std::strcmp(name, "Cleave") != 0) continue;
    cl_device_id device = nullptr;
    check_call(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    return device;
  }
  fail("there is no platform", "Cleave");
}

Session::Session() : device(cleave_device()) {
  cl_int error = CL_SUCCESS;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  check_call(error, "clCreateContext");
  queue = clCreateCommandQueue(context, device, 0, &error);
  check_call(error, "clCreateCommandQueue");
  const char* source = session_source;
  program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  check_call(error, "clCreateProgramWithSource");
  check_call(clBuildProgram(program, 1, &device, "", nullptr, nullptr), "clBuildProgram");
  square = make_kernel(program, "square");
}

cl_int Session::build(const char* text) const {
  cl_int error = CL_SUCCESS;
  const cl_program built = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check_call(error, "clCreateProgramWithSource");
  error = clBuildProgram(built, 1, &device, "", nullptr, nullptr);
  check_call(clReleaseProgram(built), "clReleaseProgram");
  return error;
}

cl_int Session::try_to_compute() const {
  cl_int error = CL_SUCCESS;
  const cl_mem out =
      clCreateBuffer(context, CL_MEM_READ_WRITE, items * sizeof(cl_uint), nullptr, &error);
  if (error != CL_SUCCESS) return error;
  std::vector<cl_uint> values(items);
  error = clSetKernelArg(square, 0, sizeof out, &out);
  if (error == CL_SUCCESS) {
    error = clEnqueueNDRangeKernel(queue, square, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  if (error == CL_SUCCESS) {
    error = clEnqueueReadBuffer(queue, out, CL_TRUE, 0, items * sizeof(cl_uint), values.data(), 0,
                                nullptr, nullptr);
  }
  check_call(clReleaseMemObject(out), "clReleaseMemObject");
  for (cl_uint i = 0; error == CL_SUCCESS && i < items; ++i) {
    check(values[i] == i * i, "a result is wrong");
  }
  return error;
}

void Session::compute() const {
  check_call(try_to_compute(), "computing");
}

void Session::occupy() const {
  cl_int error = CL_SUCCESS;
  const cl_kernel endless = make_kernel(program, "endless");
  const cl_mem out =
      clCreateBuffer(context, CL_MEM_READ_WRITE, 64 * sizeof(cl_uint), nullptr, &error);
  check_call(error, "clCreateBuffer");
  check_call(clSetKernelArg(endless, 0, sizeof out, &out), "clSetKernelArg");
  const size_t global = 64, local = 1;
  check_call(
      clEnqueueNDRangeKernel(queue, endless, 1, nullptr, &global, &local, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
  check_call(clFlush(queue), "clFlush");
}

void Session::release() {
  check_call(clReleaseKernel(square), "clReleaseKernel");
  check_call(clReleaseProgram(program), "clReleaseProgram");
  check_call(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check_call(clReleaseContext(context), "clReleaseContext");
}

}  // namespace cleave::lifetime

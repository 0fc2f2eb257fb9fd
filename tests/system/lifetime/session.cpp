#include "session.h"

#include <string>
#include <vector>

#include "tests/support/process.h"

namespace cleave::test::lifetime {

namespace {

constexpr size_t items = 10000;

cl_kernel make_kernel(cl_program program, const char* name) {
  cl_int error = CL_SUCCESS;
  const cl_kernel kernel = clCreateKernel(program, name, &error);
  check(error, "clCreateKernel");
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

Session::Session() : program(build(session_source)), square(make_kernel(program, "square")) {}

cl_int Session::try_to_build(const char* text) const {
  cl_int error = CL_SUCCESS;
  const cl_program built = clCreateProgramWithSource(context, 1, &text, nullptr, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(built, 1, &device, "", nullptr, nullptr);
  check(clReleaseProgram(built), "clReleaseProgram");
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
  check(clReleaseMemObject(out), "clReleaseMemObject");
  for (cl_uint i = 0; error == CL_SUCCESS && i < items; ++i) {
    require(values[i] == i * i, "a result is wrong");
  }
  return error;
}

void Session::compute() const {
  check(try_to_compute(), "computing");
}

void Session::occupy() const {
  cl_int error = CL_SUCCESS;
  const cl_kernel endless = make_kernel(program, "endless");
  const cl_mem out =
      clCreateBuffer(context, CL_MEM_READ_WRITE, 64 * sizeof(cl_uint), nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(endless, 0, sizeof out, &out), "clSetKernelArg");
  const size_t global = 64, local = 1;
  check(clEnqueueNDRangeKernel(queue, endless, 1, nullptr, &global, &local, 0, nullptr, nullptr),
        "clEnqueueNDRangeKernel");
  check(clFlush(queue), "clFlush");
}

void Session::release() {
  check(clReleaseKernel(square), "clReleaseKernel");
  check(clReleaseProgram(program), "clReleaseProgram");
  check(clReleaseCommandQueue(queue), "clReleaseCommandQueue");
  check(clReleaseContext(context), "clReleaseContext");
}

}  // namespace cleave::test::lifetime

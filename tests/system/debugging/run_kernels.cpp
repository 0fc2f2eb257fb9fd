// run_kernels FILE OPTIONS [LAUNCHES]: builds scale.cl, or a module of it in SPIR-V, with the
// options and launches its kernels, in groups of 64, for a debugger or a profiler to watch. Exits
// with 0 if their results are right.
#include <CL/cl.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/opencl.h"

namespace {

using namespace cleave::test;

constexpr size_t items = 64;
using Values = std::array<float, 2 * items>;

cl_program build_module(const Session& session, const std::string& module, const char* options) {
  cl_program program =
      clCreateProgramWithIL(session.context, module.data(), module.size(), nullptr);
  check(clBuildProgram(program, 1, &session.device, options, nullptr, nullptr), "clBuildProgram");
  return program;
}

bool is_module(const std::string& contents) {
  return contents.starts_with("\x03\x02\x23\x07");
}

/// scale.cl, and the buffers of its kernels.
struct Kernels : Session {
  cl_program program = nullptr;
  cl_mem in = nullptr, out = nullptr;

  Kernels(const std::string& source, const char* options)
      : program(is_module(source) ? build_module(*this, source, options) : build(source, options)) {
    Values values;
    for (size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
    in = make_buffer(sizeof values, CL_MEM_COPY_HOST_PTR, values.data());
    out = make_buffer(items * sizeof(float));
  }
  Kernels(const Kernels&) = delete;
  Kernels& operator=(const Kernels&) = delete;
  ~Kernels() {
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }

  float run(const char* name, int launches, size_t wanted) const {
    cl_kernel kernel = clCreateKernel(program, name, nullptr);
    const cl_int count = items;
    check(clSetKernelArg(kernel, 0, sizeof in, &in), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof out, &out), "clSetKernelArg");
    check(clSetKernelArg(kernel, 2, sizeof count, &count), "clSetKernelArg");
    for (int i = 0; i < launches; ++i) {
      check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr),
            "clEnqueueNDRangeKernel");
    }
    std::array<float, items> result = {};
    check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof result, result.data(), 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
    clReleaseKernel(kernel);
    return result[wanted];
  }
};

}  // namespace

int main(int count, char** words) {
  if (count < 3) return 2;
  std::ifstream file(words[1]);
  const std::string source(std::istreambuf_iterator<char>(file), {});
  const int launches = count > 3 ? std::atoi(words[3]) : 1;
  const Kernels kernels(source, words[2]);
  const bool scaled = kernels.run("scale", launches, 1) == 2.0f + 5.0f;  // 1*1+1 + 2*2+1
  const bool passed = kernels.run("pass_on", launches, 3) == 4.0f * 61.0f;
  return scaled && passed ? 0 : 1;
}

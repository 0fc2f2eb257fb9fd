// processes COUNT: so many processes at once, each of which builds and runs one program that all of
// them build and one of its own, twice. Fails when a result of any of them is wrong.
#include <CL/cl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "tests/support/opencl.h"
#include "tests/support/process.h"

namespace {

using namespace cleave::test;

// Returns what a program computes that is built with this constant.
cl_uint run_program(const Session& session, unsigned constant) {
  const std::string source =
      "kernel void store(global uint *out) { *out = " + std::to_string(constant) +
      "u + (uint)get_global_id(0); }";
  const cl_kernel kernel = session.build_kernel(source, "store");
  const cl_mem buffer = session.make_buffer(sizeof(cl_uint));
  check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
  const size_t one = 1;
  check(
      clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
  cl_uint result = 0;
  check(clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof result, &result, 0, nullptr,
                            nullptr),
        "clEnqueueReadBuffer");
  clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
  return result;
}

int work(unsigned number) {
  const Session session;
  for (const unsigned constant : std::array{7u, 1000 + number, 7u, 1000 + number}) {
    if (run_program(session, constant) != constant) return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const auto count = static_cast<unsigned>(std::atoi(argv[1]));
  std::vector<pid_t> children;
  for (unsigned i = 0; i < count; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(work(i));
    children.push_back(child);
  }
  unsigned right = 0;
  for (const pid_t child : children) {
    if (wait_for_exit_code(child) == 0) ++right;
  }
  std::printf("%u of %u processes computed what they should\n", right, count);
  return right == count ? 0 : 1;
}

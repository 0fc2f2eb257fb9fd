// Calls what OpenCL 3.1 added through a loader that has it: the function is in the driver's table
// where such a loader reads it.
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <dlfcn.h>

#include <cstdio>

#include "tests/support/opencl.h"

int main() {
  using namespace cleave::test;
  const auto suggest = reinterpret_cast<clGetKernelSuggestedLocalWorkSizeKHR_fn>(
      dlsym(RTLD_DEFAULT, "clGetKernelSuggestedLocalWorkSize"));
  if (suggest == nullptr) skip("the loader knows no function of OpenCL 3.1");
  const Session session;
  const cl_kernel kernel = session.build_kernel(
      "kernel __attribute__((reqd_work_group_size(8, 2, 1))) void k() {}", "k", "-cl-std=CL3.1");
  const size_t global[2] = {64, 64};
  size_t local[2] = {};
  check(suggest(session.queue, kernel, 2, nullptr, global, local),
        "clGetKernelSuggestedLocalWorkSize");
  std::printf("suggested: %zu x %zu\n", local[0], local[1]);
  require(suggest(session.queue, nullptr, 2, nullptr, global, local) == CL_INVALID_KERNEL,
          "no kernel is no error");
}

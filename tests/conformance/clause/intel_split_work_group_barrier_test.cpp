// cl_intel_split_work_group_barrier: reported, with its macro and its functions. What they do is
// tests/conformance/kernels' subject.
#include "support/reported.h"

namespace cleave::test {
namespace {

class SplitWorkGroupBarrier : public OnDevice {};

TEST_F(SplitWorkGroupBarrier, IsReported) {
  expect_reported(device_, "cl_intel_split_work_group_barrier", CL_MAKE_VERSION(1, 0, 0));
}

// "For OpenCL C 2.0 or newer": functions that take a scope.
TEST_F(SplitWorkGroupBarrier, IsThereInEveryVersion) {
  for (const char* version :
       {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    const Program program = build(R"(
#ifndef cl_intel_split_work_group_barrier
#error its macro is not defined
#endif
kernel void k(local int* l) {
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE);
  l[0] = 1;
  intel_work_group_barrier_wait(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#if defined(__OPENCL_CPP_VERSION__) || __OPENCL_C_VERSION__ >= 200
  intel_work_group_barrier_arrive(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
  intel_work_group_barrier_wait(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
#endif
})",
                                  version);
  }
}

}  // namespace
}  // namespace cleave::test

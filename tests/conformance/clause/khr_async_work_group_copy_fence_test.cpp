// cl_khr_async_work_group_copy_fence: reported, with its macro and its function. What it orders is
// tests/conformance/kernels' subject.
#include "support/reported.h"

namespace cleave::test {
namespace {

class AsyncWorkGroupCopyFence : public OnDevice {};

TEST_F(AsyncWorkGroupCopyFence, IsReported) {
  expect_reported(device_, "cl_khr_async_work_group_copy_fence", CL_MAKE_VERSION(1, 0, 0));
}

// "The flags argument … can be set to a combination of CLK_LOCAL_MEM_FENCE, CLK_GLOBAL_MEM_FENCE."
TEST_F(AsyncWorkGroupCopyFence, IsThereInEveryVersion) {
  for (const char* version : {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    const Program program = build(R"(
#ifndef cl_khr_async_work_group_copy_fence
#error its macro is not defined
#endif
#pragma OPENCL EXTENSION cl_khr_async_work_group_copy_fence : enable
kernel void k(global int* g, local int* l) {
  event_t e = async_work_group_copy(l, g, 1, 0);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
  async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE);
  async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  wait_group_events(1, &e);
})",
                                  version);
  }
}

}  // namespace
}  // namespace cleave::test

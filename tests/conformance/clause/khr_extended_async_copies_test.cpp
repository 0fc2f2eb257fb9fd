// cl_khr_extended_async_copies: reported, with its macro and all its functions. What they copy is
// tests/conformance/kernels' subject.
#include "support/reported.h"

namespace cleave::test {
namespace {

class ExtendedAsyncCopies : public OnDevice {};

TEST_F(ExtendedAsyncCopies, AreReported) {
  expect_reported(device_, "cl_khr_extended_async_copies", CL_MAKE_VERSION(1, 0, 0));
}

// "These functions support arbitrary gentype-based buffers by casting pointers to void*."
TEST_F(ExtendedAsyncCopies, AreThereInBothDirectionsForEveryTypeInEveryVersion) {
  for (const char* version : {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    const Program program = build(R"(
#ifndef cl_khr_extended_async_copies
#error its macro is not defined
#endif
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
#define COPIES(T)                                                                \
  kernel void of_##T(global T* g, const global T* cg, local T* l) {              \
    event_t e = async_work_group_copy_2D2D(l, 0, cg, 0, sizeof(T), 1, 1, 1, 1, 0); \
    e = async_work_group_copy_2D2D(g, 0, l, 0, sizeof(T), 1, 1, 1, 1, e);        \
    e = async_work_group_copy_3D3D(l, 0, g, 0, sizeof(T), 1, 1, 1, 1, 1, 1, 1, e); \
    e = async_work_group_copy_3D3D(g, 0, l, 0, sizeof(T), 1, 1, 1, 1, 1, 1, 1, e); \
    wait_group_events(1, &e);                                                    \
  }
typedef struct { char bytes[5]; } odd;
COPIES(char) COPIES(short3) COPIES(int) COPIES(ulong2) COPIES(float16) COPIES(odd))",
                                  version);
  }
}

// "If the event argument is non-zero, the event object supplied as the event argument will be
// returned."
TEST_F(ExtendedAsyncCopies, ReturnTheEventThatTheyAreGiven) {
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* g, local int* l) {
      event_t e = async_work_group_copy_2D2D(l, 0, g, 0, 4, 4, 1, 4, 4, 0);
      event_t all[] = {e, async_work_group_copy_2D2D(l, 4, g, 4, 4, 4, 1, 4, 4, e),
                       async_work_group_copy_3D3D(l, 8, g, 8, 4, 4, 1, 1, 4, 4, 4, 4, e)};
      wait_group_events(1, &e);
      g[get_local_id(0)] = l[11 - get_local_id(0)];
    })",
                                    "k");
  std::vector<cl_int> values(12);
  for (cl_int i = 0; i < 12; ++i) values[static_cast<size_t>(i)] = i;
  const Memory buffer = make_buffer(values);
  const cl_mem argument = buffer;
  const size_t items = 12;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof argument, &argument));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, items * sizeof(cl_int), nullptr));
  ASSERT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &items, 0,
                                               nullptr, nullptr));
  EXPECT_EQ(std::vector<cl_int>(values.rbegin(), values.rend()), contents(buffer));
}

}  // namespace
}  // namespace cleave::test

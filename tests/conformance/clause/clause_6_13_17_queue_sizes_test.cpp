// 6.13.17 of OpenCL C 2.0 (6.15.18 of 3.0), with 5.1 of the API: room for kernels that wait.
#include "enqueuing_kernels.h"

namespace cleave::test {
namespace {

const char* const standard = "-cl-std=CL3.0";

class Clause_6_13_17_QueueSizes : public EnqueuingKernels {};

// "CL_QUEUE_SIZE ... size of the device queue in bytes": of one byte a queue has room, too.
TEST_F(Clause_6_13_17_QueueSizes, SmallQueuesTakeTheChildrenOfAWorkGroup) {
  const Queue small = make_device_queue(0, 1);
  const cl_command_queue handle = small;
  const Kernel kernel = make_kernel(R"(
    kernel void k(global int* out, queue_t small) {
      for (int i = 0; i < 128; ++i)
        out[1] += enqueue_kernel(small, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ atomic_inc(out); });
    })",
                                    "k", standard);
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof handle, &handle));
  EXPECT_EQ((std::vector<cl_int>{128, 0}), run(kernel, 2));
}

// "CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE": as many kernels may wait as Khronos' test of recorded
// commands enqueues, one of each of its work-items.
TEST_F(Clause_6_13_17_QueueSizes, QueuesOfPreferredSizeTakeTheChildrenOfALargeKernel) {
  default_queue_ = Queue();
  const auto bytes = value_of<cl_uint>([&](size_t size, void* to, size_t* returned) {
    return clGetDeviceInfo(device_, CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, size, to, returned);
  });
  default_queue_ = make_device_queue(CL_QUEUE_ON_DEVICE_DEFAULT, bytes);
  const std::vector<cl_int> out = run(R"(
    kernel void k(global int* out) {
      const int i = get_global_id(0);
      enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{
        out[i] = i;
      });
    })",
                                      16384, standard, 16384);
  for (cl_int i = 0; i < 16384; ++i) ASSERT_EQ(i, out[i]);
}

}  // namespace
}  // namespace cleave::test

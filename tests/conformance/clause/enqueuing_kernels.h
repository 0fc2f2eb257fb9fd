// Gives tests of kernels that enqueue kernels a default queue on the device, and runs such kernels.
#pragma once

#include <string>
#include <vector>

#include "tests/support/on_device.h"

namespace cleave::test {

class EnqueuingKernels : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    default_queue_ = make_device_queue(CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_PROFILING_ENABLE);
  }
  [[nodiscard]] Queue make_device_queue(cl_command_queue_properties more,
                                        cl_uint bytes = 1 << 20) const {
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | more,
        CL_QUEUE_SIZE, bytes, 0};
    cl_int error = 1;
    Queue queue(clCreateCommandQueueWithProperties(context_, device_, properties, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return queue;
  }
  /// Runs `kernel void k(global int* out)` of the source and returns what `out` has then, which
  /// begins as zeros.
  [[nodiscard]] std::vector<cl_int> run(const std::string& source, size_t size = 16,
                                        const char* options = "-cl-std=CL3.0", size_t items = 1,
                                        cl_int expected = CL_COMPLETE) {
    const Kernel kernel = make_kernel(source, "k", options);
    return run(kernel, size, items, expected);
  }
  [[nodiscard]] std::vector<cl_int> run(cl_kernel kernel, size_t size, size_t items = 1,
                                        cl_int expected = CL_COMPLETE) {
    const Memory out = make_buffer(std::vector<cl_int>(size, 0));
    const cl_mem handle = out;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof handle, &handle));
    const size_t one = 1;
    event_ = Event();
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, &one, 0,
                                                 nullptr, event_.out()));
    const cl_event event = event_;
    const cl_int waited = clWaitForEvents(1, &event);
    EXPECT_EQ(expected < 0 ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : CL_SUCCESS, waited);
    EXPECT_EQ(expected, value_of<cl_int>([&](size_t bytes, void* value, size_t* returned) {
                return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, bytes, value,
                                      returned);
              }));
    return contents(out);
  }
  [[nodiscard]] cl_ulong time(cl_profiling_info which) const {
    return value_of<cl_ulong>([&](size_t bytes, void* value, size_t* returned) {
      return clGetEventProfilingInfo(event_, which, bytes, value, returned);
    });
  }

  Queue default_queue_;
  Event event_;  // of the last run
};

}  // namespace cleave::test

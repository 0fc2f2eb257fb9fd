// A fixture for tests of cl_khr_semaphore, on a device of four units that has parts.
#pragma once

#include <algorithm>
#include <array>

#include "support/semaphores.h"

namespace cleave::test {

class Semaphores : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    semaphore_ = make_semaphore(context_);
  }
  [[nodiscard]] Queue out_of_order() const {
    return make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  /// Two parts of the device, of one unit each.
  [[nodiscard]] std::vector<Device> make_parts() const {
    const cl_device_partition_property equally[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    std::array<cl_device_id, 4> parts = {};
    cl_uint count = 0;
    EXPECT_EQ(CL_SUCCESS, clCreateSubDevices(device_, equally, 4, parts.data(), &count));
    EXPECT_EQ(4U, count);
    std::vector<Device> owned;
    for (cl_device_id part : parts) owned.emplace_back(part);
    return owned;
  }
  [[nodiscard]] static Context make_context(const std::vector<cl_device_id>& devices) {
    cl_int error = 1;
    Context made(clCreateContext(nullptr, static_cast<cl_uint>(devices.size()), devices.data(),
                                 nullptr, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] static Queue make_queue_on(cl_context context, cl_device_id device) {
    cl_int error = 1;
    Queue made(clCreateCommandQueueWithProperties(context, device, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  [[nodiscard]] static auto query(cl_semaphore_khr semaphore, cl_semaphore_info_khr name) {
    return [=](size_t size, void* value, size_t* returned) {
      return semaphores().info(semaphore, name, size, value, returned);
    };
  }
  [[nodiscard]] static cl_int status_of(cl_event event) {
    return of_event<cl_int>(event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  template <class T>
  [[nodiscard]] static T of_event(cl_event event, cl_event_info name) {
    return value_of<T>([&](size_t size, void* value, size_t* returned) {
      return clGetEventInfo(event, name, size, value, returned);
    });
  }
  /// Waits for the end of a command that succeeds.
  static void wait(cl_event event) { EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event)); }
  /// Waits for the end of a command that fails for one that it waited for.
  static void expect_failure(cl_event event) {
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(event));
  }
  /// The same call, to wait or to signal.
  [[nodiscard]] static std::array<clEnqueueWaitSemaphoresKHR_fn, 2> both_calls() {
    return {semaphores().wait, semaphores().signal};
  }

  Semaphore semaphore_;
};

}  // namespace cleave::test

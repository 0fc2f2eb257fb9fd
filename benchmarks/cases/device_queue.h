// The queue that kernels enqueue kernels to.
#pragma once

#include "harness/opencl.h"

namespace cleave::benchmark {

/// The device's default queue for what kernels enqueue, as large as the device has them. Throws
/// NotSupported where kernels cannot enqueue kernels.
[[nodiscard]] inline Queue default_device_queue(const Device& device) {
  cl_device_device_enqueue_capabilities capabilities = 0;
  if (clGetDeviceInfo(device.id(), CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof capabilities,
                      &capabilities, nullptr) != CL_SUCCESS ||
      (capabilities & CL_DEVICE_QUEUE_SUPPORTED) == 0)
    throw NotSupported("queues on the device");
  cl_uint bytes = 0;
  check(clGetDeviceInfo(device.id(), CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof bytes, &bytes,
                        nullptr),
        "clGetDeviceInfo");
  constexpr cl_command_queue_properties kind =
      CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, kind, CL_QUEUE_SIZE, bytes, 0};
  cl_int status = CL_SUCCESS;
  Queue queue(
      clCreateCommandQueueWithProperties(device.context(), device.id(), properties, &status));
  check(status, "clCreateCommandQueueWithProperties");
  return queue;
}

}  // namespace cleave::benchmark

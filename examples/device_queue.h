// Queues on the device, for the examples whose kernels enqueue kernels.
#pragma once

#include "common.h"

namespace example {

/// Ends the program where kernels cannot enqueue kernels.
inline void require_device_queues(cl_device_id device) {
  cl_device_device_enqueue_capabilities capabilities = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof capabilities,
                        &capabilities, nullptr),
        "clGetDeviceInfo");
  if ((capabilities & CL_DEVICE_QUEUE_SUPPORTED) != 0) return;
  std::printf("Kernels of %s cannot enqueue kernels\n", device_name(device).c_str());
  std::exit(1);
}

/// A queue for kernels to enqueue kernels to, as large as the device has them. With
/// CL_QUEUE_ON_DEVICE_DEFAULT as `more` it is the one that get_default_queue gives.
inline cl_command_queue make_device_queue(cl_context context, cl_device_id device,
                                          cl_command_queue_properties more = 0) {
  cl_uint bytes = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof bytes, &bytes, nullptr),
        "clGetDeviceInfo");
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | more,
      CL_QUEUE_SIZE, bytes, 0};
  cl_int status = CL_SUCCESS;
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, properties, &status);
  check(status, "clCreateCommandQueueWithProperties");
  return queue;
}

}  // namespace example

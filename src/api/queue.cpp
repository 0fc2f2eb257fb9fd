// 5.1 and 5.15: command-queues, flush and finish.
#include "model/command/queue.h"

#include "api/check/handle.h"
#include "api/check/queue.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"
#include "api/unsupported.h"
#include "model/command/device_queues.h"

namespace cleave::api {

using support::Ref;
using support::Result;
using support::Status;

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_queue_properties* properties,
                                                    cl_int* errcode_ret) {
  return guarded_value<cl_command_queue>(errcode_ret, nullptr, [&]() -> Result<cl_command_queue> {
    auto request = check::create_queue_with_properties(context, device, properties);
    if (!request.ok()) return request.status();
    if ((request.value().properties & CL_QUEUE_ON_DEVICE_DEFAULT) != 0) {
      return model::command::give_default_queue(std::move(request).value());
    }
    auto queue = model::command::Queue::create(std::move(request).value());
    if (!queue.ok()) return queue.status();
    return model::give_handle<cl_command_queue>(std::move(queue).value());
  });
}

cl_command_queue clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                       const cl_queue_properties_khr* properties,
                                                       cl_int* errcode_ret) {
  return api::clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue_properties properties, cl_int* errcode_ret) {
  return guarded_create<cl_command_queue>(errcode_ret, [&]() -> Result<Ref<model::command::Queue>> {
    auto request = check::create_queue(context, device, properties);
    if (!request.ok()) return request.status();
    return model::command::Queue::create(std::move(request).value());
  });
}

cl_int clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device,
                                      cl_command_queue command_queue) {
  return guarded([&]() -> Status {
    const auto queue = check::default_queue(context, device, command_queue);
    if (!queue.ok()) return queue.status();
    model::command::replace_default_queue(*queue.value());
    return CL_SUCCESS;
  });
}

cl_int clRetainCommandQueue(cl_command_queue command_queue) {
  return retain<model::command::Queue>(command_queue);
}

cl_int clReleaseCommandQueue(cl_command_queue command_queue) {
  return release<model::command::Queue>(command_queue);
}

cl_int clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                             size_t param_value_size, void* param_value,
                             size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::command::Queue>(command_queue);
    if (!found.ok()) return found.status();
    return info::queue(*found.value(), param_name,
                       {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties,
                                 cl_bool, cl_command_queue_properties*) {
  return refused<model::command::Queue>(command_queue);
}

cl_int clFlush(cl_command_queue command_queue) {
  return guarded([&]() -> Status {
    const auto found = check::host_queue(command_queue);
    if (!found.ok()) return found.status();
    found.value()->flush();
    return found.value()->is_lost_by_fork() ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
  });
}

cl_int clFinish(cl_command_queue command_queue) {
  return guarded([&]() -> Status {
    const auto found = check::host_queue(command_queue);
    if (!found.ok()) return found.status();
    return found.value()->finish();
  });
}

}  // namespace cleave::api

// Checks the arguments of 5.1: command-queues.
#pragma once

#include <CL/cl.h>

#include "model/command/queue.h"
#include "support/result.h"

namespace cleave::api::check {

[[nodiscard]] support::Result<model::command::Queue::Request> create_queue(
    cl_context context, cl_device_id device, cl_command_queue_properties properties);
[[nodiscard]] support::Result<model::command::Queue::Request> create_queue_with_properties(
    cl_context context, cl_device_id device, const cl_queue_properties* properties);
/// clSetDefaultDeviceCommandQueue: the queue on the device that is to be its default.
[[nodiscard]] support::Result<support::Ref<model::command::Queue>> default_queue(
    cl_context context, cl_device_id device, cl_command_queue queue);

}  // namespace cleave::api::check

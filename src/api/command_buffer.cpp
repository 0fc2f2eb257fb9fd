// cl_khr_command_buffer: command-buffers; recorded_commands.cpp has the calls that record.
#include "model/command/command_buffer.h"

#include "api/check/remap.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"

namespace cleave::api {

using model::command::CommandBuffer;
using model::command::MutableCommand;
using support::Ref;
using support::Result;
using support::Status;

cl_command_buffer_khr clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue* queues,
                                               const cl_command_buffer_properties_khr* properties,
                                               cl_int* errcode_ret) {
  return guarded_create<cl_command_buffer_khr>(errcode_ret, [&]() -> Result<Ref<CommandBuffer>> {
    auto request = check::create_command_buffer(num_queues, queues, properties);
    if (!request.ok()) return request.status();
    auto buffer = CommandBuffer::make(std::move(request).value());
    if (!buffer) return CL_OUT_OF_HOST_MEMORY;
    return buffer;
  });
}

cl_int clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return retain<CommandBuffer>(command_buffer);
}

cl_int clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return release<CommandBuffer>(command_buffer);
}

cl_int clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return guarded([&]() -> Status {
    const auto buffer = check::usable_command_buffer(command_buffer);
    if (!buffer.ok()) return buffer.status();
    return buffer.value()->finalize();
  });
}

cl_int clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue* queues,
                                 cl_command_buffer_khr command_buffer,
                                 cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                 cl_event* event) {
  return guarded([&]() -> Status {
    using Handle = model::command::Event::Handle;
    auto checked = check::enqueue_command_buffer(num_queues, queues, command_buffer,
                                                 num_events_in_wait_list, event_wait_list);
    if (!checked.ok()) return checked.status();
    auto& [buffer, request] = checked.value();
    request.handle = event != nullptr ? Handle::wanted : Handle::none;
    auto command = buffer->enqueue(std::move(request));
    if (!command.ok()) return command.status();
    if (event != nullptr) *event = model::give_handle<cl_event>(std::move(command).value());
    return CL_SUCCESS;
  });
}

cl_command_buffer_khr clRemapCommandBufferKHR(cl_command_buffer_khr command_buffer,
                                              cl_bool automatic, cl_uint num_queues,
                                              const cl_command_queue* queues, cl_uint num_handles,
                                              const cl_mutable_command_khr* handles,
                                              cl_mutable_command_khr* handles_ret,
                                              cl_int* errcode_ret) {
  return guarded_create<cl_command_buffer_khr>(errcode_ret, [&]() -> Result<Ref<CommandBuffer>> {
    auto checked =
        check::remap_command_buffer(command_buffer, automatic != CL_FALSE, {num_queues, queues},
                                    {num_handles, handles, handles_ret});
    if (!checked.ok()) return checked.status();
    auto remapped = checked.value().buffer->remap(std::move(checked.value().request));
    if (!remapped.ok()) return remapped.status();
    for (Ref<MutableCommand>& handle : remapped.value().handles) {
      *handles_ret++ = model::give_handle<cl_mutable_command_khr>(std::move(handle));
    }
    return std::move(remapped.value().buffer);
  });
}

cl_int clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                 cl_command_buffer_info_khr param_name, size_t param_value_size,
                                 void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<CommandBuffer>(command_buffer);
    if (!found.ok()) return found.status();
    return info::command_buffer(*found.value(), param_name,
                                {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api

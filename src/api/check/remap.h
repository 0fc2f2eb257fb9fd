// Checks the arguments of clRemapCommandBufferKHR (cl_khr_command_buffer_multi_device).
#pragma once

#include <CL/cl.h>

#include "api/check/command_buffer.h"
#include "support/multi_device_cl.h"

namespace cleave::api::check {

/// The queues of a remapped command-buffer, as the application gives them.
struct RawQueues {
  cl_uint count;
  const cl_command_queue* list;
};
/// Handles of commands whose copies are wanted.
struct RawHandles {
  cl_uint count;
  const cl_mutable_command_khr* list;
  cl_mutable_command_khr* copies;
};
struct CommandBufferRemap {
  support::Ref<model::command::CommandBuffer> buffer;
  model::command::CommandBuffer::Remap request;
};
/// Chooses the queue of each command where that is left to the driver. A launch that a queue's
/// device cannot run gives the error that recording it there gives.
[[nodiscard]] support::Result<CommandBufferRemap> remap_command_buffer(cl_command_buffer_khr buffer,
                                                                       bool is_automatic,
                                                                       const RawQueues& queues,
                                                                       const RawHandles& handles);

}  // namespace cleave::api::check

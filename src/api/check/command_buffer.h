// Checks the arguments of cl_khr_command_buffer: command-buffers, and what all calls that record
// have in common. The arguments of each kind of command are checked as those of its enqueue.
#pragma once

#include <CL/cl.h>

#include <span>
#include <vector>

#include "api/check/enqueue.h"
#include "api/check/launch.h"
#include "model/command/command_buffer.h"
#include "support/command_buffer_cl.h"

namespace cleave::api::check {

/// Return true where cl_khr_command_buffer_mutable_dispatch or cl_khr_command_buffer_multi_device
/// is reported.
[[nodiscard]] bool offers_mutable_dispatch();
[[nodiscard]] bool offers_several_queues();

/// A property whose value is bits, and where they are read to.
struct BitsProperty {
  cl_properties name;
  cl_properties known_bits;
  cl_properties* bits;
};
/// Reads a list of properties, each of which may come once; gives it as it is, with its terminator;
/// empty for null. CL_INVALID_VALUE for other properties, and for other bits.
[[nodiscard]] support::Result<std::vector<cl_properties>> read_properties(
    const cl_properties* properties, std::span<const BitsProperty> known);

/// clCreateCommandBufferKHR. Flags of extensions that are not reported are CL_INVALID_PROPERTY.
[[nodiscard]] support::Result<model::command::CommandBuffer::Request> create_command_buffer(
    cl_uint queue_count, const cl_command_queue* queues,
    const cl_command_buffer_properties_khr* properties);

/// A command-buffer whose work may be touched: CL_INVALID_COMMAND_BUFFER_KHR; CL_OUT_OF_RESOURCES
/// in a child that was forked after its queue was made.
[[nodiscard]] support::Result<support::Ref<model::command::CommandBuffer>> usable_command_buffer(
    cl_command_buffer_khr handle);

/// The arguments that all calls which record have, as the application gives them.
struct RawRecording {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  const cl_command_properties_khr* properties;
  cl_uint sync_point_count;
  const cl_sync_point_khr* sync_points;
  const cl_mutable_command_khr* mutable_handle;
  bool is_launch = false;  // whose properties are for dispatch_properties()
};
/// The command-buffer that a command is recorded into, and what it follows.
struct RecordTarget {
  support::Ref<model::command::CommandBuffer> buffer;
  std::vector<cl_sync_point_khr> sync_points;
  uint32_t queue;            // the index of its queue
  EnqueueTarget as_enqueue;  // this queue and no events, for checks of commands
};
[[nodiscard]] support::Result<RecordTarget> record_target(const RawRecording& raw);

/// A launch to be recorded without a handle. It keeps the arguments of the moment where the kernel
/// has several executables: another queue may run another one.
[[nodiscard]] support::Result<model::command::LaunchRequest> recorded_launch(
    const RecordTarget& target, cl_kernel kernel, const RawRange& range);

/// clEnqueueCommandBufferKHR. No queues: those of the command-buffer.
struct CommandBufferEnqueue {
  support::Ref<model::command::CommandBuffer> buffer;
  model::command::CommandBuffer::Enqueue request;
};
[[nodiscard]] support::Result<CommandBufferEnqueue> enqueue_command_buffer(
    cl_uint queue_count, const cl_command_queue* queues, cl_command_buffer_khr buffer,
    cl_uint event_count, const cl_event* events);

}  // namespace cleave::api::check

#include "api/check/command_buffer.h"

#include <algorithm>

namespace cleave::api::check {
namespace {

using model::command::CommandBuffer;
using model::command::Queue;
using support::Ref;
using support::Result;
using support::Status;

/// Properties that a queue may have which replays command-buffers.
constexpr cl_command_queue_properties replaying_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

/// Flags are known by the extensions that add to cl_khr_command_buffer, and no device has any of
/// these.
Status check_extended_flags(cl_command_buffer_properties_khr flags) {
  constexpr cl_command_buffer_properties_khr known = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
                                                     CL_COMMAND_BUFFER_MUTABLE_KHR |
                                                     CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
  if ((flags & ~known) != 0) return CL_INVALID_VALUE;
  return flags != 0 ? CL_INVALID_PROPERTY : CL_SUCCESS;
}

/// The only property is CL_COMMAND_BUFFER_FLAGS_KHR, once.
Result<std::vector<cl_command_buffer_properties_khr>> property_list(
    const cl_command_buffer_properties_khr* properties) {
  std::vector<cl_command_buffer_properties_khr> list;
  if (properties == nullptr) return list;
  if (properties[0] == 0) return std::vector<cl_command_buffer_properties_khr>{0};
  if (properties[0] != CL_COMMAND_BUFFER_FLAGS_KHR || properties[2] != 0) return CL_INVALID_VALUE;
  if (Status status = check_extended_flags(properties[1]); !status.ok()) return status;
  list.assign(properties, properties + 3);
  return list;
}

Result<std::vector<cl_sync_point_khr>> sync_points_of(const CommandBuffer& buffer, cl_uint count,
                                                      const cl_sync_point_khr* sync_points) {
  if ((sync_points == nullptr) != (count == 0)) return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  std::vector<cl_sync_point_khr> list(sync_points, sync_points + count);
  const bool are_known = std::ranges::all_of(
      list, [&](cl_sync_point_khr sync_point) { return buffer.has_sync_point(sync_point); });
  if (!are_known) return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  return list;
}

/// A queue that stands in for one of the command-buffer.
Result<Ref<Queue>> substitute(const Queue& recorded, cl_command_queue handle) {
  auto queue = object<Queue>(handle);
  if (!queue.ok()) return queue;
  if ((queue.value()->properties() & ~replaying_properties) != 0) {
    return CL_INCOMPATIBLE_COMMAND_QUEUE_KHR;
  }
  if (&queue.value()->device() != &recorded.device()) return CL_INVALID_DEVICE;
  if (&queue.value()->context() != &recorded.context()) return CL_INVALID_CONTEXT;
  if (queue.value()->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  return queue;
}

Result<std::vector<Ref<Queue>>> replaying_queues(const CommandBuffer& buffer, cl_uint count,
                                                 const cl_command_queue* handles) {
  const std::vector<Ref<Queue>>& recorded = buffer.queues();
  if ((handles == nullptr) != (count == 0)) return CL_INVALID_VALUE;
  if (count == 0) return recorded;
  if (count != recorded.size()) return CL_INVALID_VALUE;
  std::vector<Ref<Queue>> queues;
  queues.reserve(count);
  for (cl_uint i = 0; i < count; ++i) {
    auto queue = substitute(*recorded[i], handles[i]);
    if (!queue.ok()) return queue.status();
    queues.push_back(std::move(queue).value());
  }
  return queues;
}

}  // namespace

Result<CommandBuffer::Request> create_command_buffer(
    cl_uint queue_count, const cl_command_queue* queues,
    const cl_command_buffer_properties_khr* properties) {
  if (queue_count != 1 || queues == nullptr) return CL_INVALID_VALUE;
  auto queue = host_queue(queues[0]);
  if (!queue.ok()) return queue.status();
  auto list = property_list(properties);
  if (!list.ok()) return list.status();
  if (queue.value()->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  CommandBuffer::Request request;
  request.queues.push_back(std::move(queue).value());
  request.property_list = std::move(list).value();
  return request;
}

Result<Ref<CommandBuffer>> usable_command_buffer(cl_command_buffer_khr handle) {
  auto buffer = object<CommandBuffer>(handle);
  if (!buffer.ok()) return buffer;
  // Before anything that another thread may have been amidst when this process was forked.
  if (buffer.value()->queues().front()->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  return buffer;
}

Result<RecordTarget> record_target(const RawRecording& raw) {
  auto buffer = usable_command_buffer(raw.buffer);
  if (!buffer.ok()) return buffer.status();
  // No device has cl_khr_command_buffer_multi_device, which names queues, nor
  // cl_khr_command_buffer_mutable_dispatch, which has properties and handles.
  if (raw.queue != nullptr) return CL_INVALID_COMMAND_QUEUE;
  if (buffer.value()->is_finalized()) return CL_INVALID_OPERATION;
  if (raw.properties != nullptr && raw.properties[0] != 0) return CL_INVALID_VALUE;
  if (raw.mutable_handle != nullptr) return CL_INVALID_VALUE;
  auto sync_points = sync_points_of(*buffer.value(), raw.sync_point_count, raw.sync_points);
  if (!sync_points.ok()) return sync_points.status();
  EnqueueTarget as_enqueue{buffer.value()->queues().front(), {}};
  return RecordTarget{std::move(buffer).value(), std::move(sync_points).value(),
                      std::move(as_enqueue)};
}

Result<CommandBufferEnqueue> enqueue_command_buffer(cl_uint queue_count,
                                                    const cl_command_queue* queues,
                                                    cl_command_buffer_khr handle,
                                                    cl_uint event_count, const cl_event* events) {
  auto buffer = usable_command_buffer(handle);
  if (!buffer.ok()) return buffer.status();
  if (!buffer.value()->is_finalized()) return CL_INVALID_OPERATION;
  auto replaying = replaying_queues(*buffer.value(), queue_count, queues);
  if (!replaying.ok()) return replaying.status();
  auto list = wait_list(buffer.value()->context(), event_count, events);
  if (!list.ok()) return list.status();
  CommandBuffer::Enqueue request;
  request.queues = std::move(replaying).value();
  request.wait_list = std::move(list).value();
  return CommandBufferEnqueue{std::move(buffer).value(), std::move(request)};
}

}  // namespace cleave::api::check

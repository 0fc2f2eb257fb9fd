#include "api/check/command_buffer.h"

#include <algorithm>

#include "model/command/several_queues.h"
#include "options/without.h"
#include "support/multi_device_cl.h"
#include "support/mutable_dispatch_cl.h"

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

// Flags are known by the extensions that add to cl_khr_command_buffer.
constexpr cl_command_buffer_flags_khr flags_of_mutable_dispatch =
    CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR;
constexpr cl_command_buffer_flags_khr flags_of_several_queues =
    CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;

Status read_buffer_properties(const cl_command_buffer_properties_khr* properties,
                              CommandBuffer::Request& request) {
  constexpr cl_command_buffer_flags_khr known_flags =
      flags_of_mutable_dispatch | flags_of_several_queues;
  cl_mutable_dispatch_asserts_khr asserts = 0;  // which checks of launches find in the list
  std::vector<BitsProperty> known = {{CL_COMMAND_BUFFER_FLAGS_KHR, known_flags, &request.flags}};
  if (offers_mutable_dispatch()) {
    known.push_back({CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR,
                     support::all_mutable_dispatch_asserts, &asserts});
  }
  auto list = read_properties(properties, known);
  if (!list.ok()) return list.status();
  request.property_list = std::move(list).value();
  const cl_command_buffer_flags_khr offered =
      (offers_mutable_dispatch() ? flags_of_mutable_dispatch : 0) |
      (offers_several_queues() ? flags_of_several_queues : 0);
  return (request.flags & ~offered) != 0 ? CL_INVALID_PROPERTY : CL_SUCCESS;
}

Result<std::vector<cl_sync_point_khr>> sync_points_of(const CommandBuffer& buffer, cl_uint count,
                                                      const cl_sync_point_khr* sync_points) {
  if ((sync_points == nullptr) != (count == 0)) return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  std::vector<cl_sync_point_khr> list(sync_points, sync_points + count);
  const cl_sync_point_khr last = buffer.last_sync_point();
  const bool are_known = std::ranges::all_of(
      list, [&](cl_sync_point_khr sync_point) { return sync_point != 0 && sync_point <= last; });
  if (!are_known) return CL_INVALID_SYNC_POINT_WAIT_LIST_KHR;
  return list;
}

Result<std::vector<Ref<Queue>>> queues_of_one_context(cl_uint count,
                                                      const cl_command_queue* handles) {
  std::vector<Ref<Queue>> queues;
  for (cl_uint i = 0; i < count; ++i) {
    auto queue = host_queue(handles[i]);
    if (!queue.ok()) return queue.status();
    queues.push_back(std::move(queue).value());
  }
  for (const Ref<Queue>& queue : queues) {
    if (&queue->context() != &queues.front()->context()) return CL_INVALID_CONTEXT;
  }
  return queues;
}

/// Returns the index of the queue that a command is recorded for, which may be left out where there is
/// one alone.
Result<uint32_t> queue_to_record_for(const CommandBuffer& buffer, cl_command_queue handle) {
  if (handle == nullptr) {
    if (buffer.queues().size() != 1) return CL_INVALID_COMMAND_QUEUE;
    return uint32_t{0};
  }
  if (!offers_several_queues()) return CL_INVALID_COMMAND_QUEUE;
  const auto queue = host_queue(handle);
  if (!queue.ok()) return queue.status();
  if (&queue.value()->context() != &buffer.context()) return CL_INVALID_CONTEXT;
  const std::optional<uint32_t> index = buffer.index_of(*queue.value());
  if (!index) return CL_INVALID_COMMAND_QUEUE;
  return *index;
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

bool offers_mutable_dispatch() {
  return !options::is_without("cl_khr_command_buffer_mutable_dispatch");
}

bool offers_several_queues() {
  return !options::is_without("cl_khr_command_buffer_multi_device");
}

Result<std::vector<cl_properties>> read_properties(const cl_properties* properties,
                                                   std::span<const BitsProperty> known) {
  std::vector<cl_properties> list;
  if (properties == nullptr) return list;
  for (; properties[0] != 0; properties += 2) {
    const auto found = std::ranges::find(known, properties[0], &BitsProperty::name);
    if (found == known.end() || (properties[1] & ~found->known_bits) != 0) return CL_INVALID_VALUE;
    for (size_t i = 0; i < list.size(); i += 2) {
      if (list[i] == properties[0]) return CL_INVALID_VALUE;
    }
    *found->bits = properties[1];
    list.insert(list.end(), {properties[0], properties[1]});
  }
  list.push_back(0);
  return list;
}

Result<CommandBuffer::Request> create_command_buffer(
    cl_uint queue_count, const cl_command_queue* queues,
    const cl_command_buffer_properties_khr* properties) {
  const bool is_count_right = offers_several_queues() ? queue_count != 0 : queue_count == 1;
  if (!is_count_right || queues == nullptr) return CL_INVALID_VALUE;
  CommandBuffer::Request request;
  auto checked = queues_of_one_context(queue_count, queues);
  if (!checked.ok()) return checked.status();
  request.queues = std::move(checked).value();
  if (Status status = read_buffer_properties(properties, request); !status.ok()) return status;
  const bool is_without_host = (request.flags & CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR) != 0;
  if (is_without_host && !model::command::are_of_one_hardware(request.queues)) {
    return CL_INCOMPATIBLE_COMMAND_QUEUE_KHR;
  }
  for (const Ref<Queue>& queue : request.queues) {
    if (queue->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  }
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
  const auto queue = queue_to_record_for(*buffer.value(), raw.queue);
  if (!queue.ok()) return queue.status();
  if (buffer.value()->is_finalized()) return CL_INVALID_OPERATION;
  const bool may_change = raw.is_launch && offers_mutable_dispatch();
  const bool has_properties = raw.properties != nullptr && raw.properties[0] != 0;
  if (!may_change && (has_properties || raw.mutable_handle != nullptr)) return CL_INVALID_VALUE;
  auto sync_points = sync_points_of(*buffer.value(), raw.sync_point_count, raw.sync_points);
  if (!sync_points.ok()) return sync_points.status();
  EnqueueTarget as_enqueue{buffer.value()->queues()[queue.value()], {}};
  return RecordTarget{std::move(buffer).value(), std::move(sync_points).value(), queue.value(),
                      std::move(as_enqueue)};
}

Result<model::command::LaunchRequest> recorded_launch(const RecordTarget& target, cl_kernel handle,
                                                      const RawRange& range) {
  auto kernel = object<model::program::Kernel>(handle);
  if (!kernel.ok()) return kernel.status();
  if (!kernel.value()->has_one_executable()) {
    auto copy = model::program::Kernel::clone(*kernel.value());
    if (!copy.ok()) return copy.status();
    kernel = std::move(copy);
  }
  return launch(target.as_enqueue, std::move(kernel).value(), range, Arguments::all);
}

Result<CommandBufferEnqueue> enqueue_command_buffer(cl_uint queue_count,
                                                    const cl_command_queue* queues,
                                                    cl_command_buffer_khr handle,
                                                    cl_uint event_count, const cl_event* events) {
  auto buffer = usable_command_buffer(handle);
  if (!buffer.ok()) return buffer.status();
  if (!buffer.value()->is_executable()) return CL_INVALID_OPERATION;
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

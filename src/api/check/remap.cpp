#include "api/check/remap.h"

#include <memory>
#include <vector>

#include "model/command/balance.h"

namespace cleave::api::check {
namespace {

using model::command::CommandBuffer;
using model::command::LaunchRequest;
using model::command::MutableCommand;
using model::command::Queue;
using support::Ref;
using support::Result;
using support::Status;

Result<std::vector<Ref<Queue>>> target_queues(const CommandBuffer& buffer, bool is_automatic,
                                              const RawQueues& raw) {
  if (raw.count == 0 || raw.list == nullptr) return CL_INVALID_VALUE;
  if (!is_automatic && raw.count != buffer.queues().size()) return CL_INVALID_VALUE;
  std::vector<Ref<Queue>> queues;
  for (cl_uint i = 0; i < raw.count; ++i) {
    auto queue = host_queue(raw.list[i]);
    if (!queue.ok()) return queue.status();
    queues.push_back(std::move(queue).value());
  }
  for (const Ref<Queue>& queue : queues) {
    if (&queue->context() != &buffer.context()) return CL_INVALID_CONTEXT;
    if (queue->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  }
  return queues;
}

Result<std::vector<Ref<MutableCommand>>> handles_of(const CommandBuffer& buffer,
                                                    const RawHandles& raw) {
  const bool is_wanted = raw.count != 0;
  if ((raw.list != nullptr) != is_wanted || (raw.copies != nullptr) != is_wanted) {
    return CL_INVALID_VALUE;
  }
  std::vector<Ref<MutableCommand>> handles;
  for (cl_uint i = 0; i < raw.count; ++i) {
    auto handle = object<MutableCommand>(raw.list[i]);
    if (!handle.ok() || handle.value()->buffer() != &buffer) return CL_INVALID_VALUE;
    handles.push_back(std::move(handle).value());
  }
  return handles;
}

/// A recorded launch as the queue runs it.
Result<std::unique_ptr<const LaunchRequest>> launch_for(const Ref<Queue>& queue,
                                                        const LaunchRequest& recorded) {
  const size_t* const local = recorded.local_size[0] != 0 ? recorded.local_size.data() : nullptr;
  const RawRange range{recorded.work_dimensions, recorded.global_offset.data(),
                       recorded.global_size.data(), local};
  auto request = launch({queue, {}}, recorded.kernel, range, Arguments::some);
  if (!request.ok()) return request.status();
  return std::unique_ptr<const LaunchRequest>(
      std::make_unique<LaunchRequest>(std::move(request).value()));
}

/// Chooses the queue of each command, and checks the launches whose device changes.
Status give_to_queues(const CommandBuffer& buffer, bool is_automatic,
                      CommandBuffer::Remap& request) {
  const model::command::Recorded& commands = request.before.recorded;
  if (is_automatic) {
    request.queue_of = model::command::balance(commands, request.queues);
  } else {
    for (const auto& order : commands.orders) request.queue_of.push_back(order.queue);
  }
  request.launches.resize(commands.steps.size());
  for (size_t i = 0; i < commands.steps.size(); ++i) {
    const Ref<Queue>& queue = request.queues[request.queue_of[i]];
    const Queue& before = *buffer.queues()[commands.orders[i].queue];
    if (!commands.steps[i]->launch || &queue->device() == &before.device()) continue;
    auto checked = launch_for(queue, *commands.steps[i]->launch);
    if (!checked.ok()) return checked.status();
    request.launches[i] = std::move(checked).value();
  }
  return CL_SUCCESS;
}

}  // namespace

Result<CommandBufferRemap> remap_command_buffer(cl_command_buffer_khr handle, bool is_automatic,
                                                const RawQueues& raw_queues,
                                                const RawHandles& raw_handles) {
  auto buffer = usable_command_buffer(handle);
  if (!buffer.ok()) return buffer.status();
  auto queues = target_queues(*buffer.value(), is_automatic, raw_queues);
  if (!queues.ok()) return queues.status();
  auto handles = handles_of(*buffer.value(), raw_handles);
  if (!handles.ok()) return handles.status();
  CommandBufferRemap remap{std::move(buffer).value(), {}};
  remap.request.queues = std::move(queues).value();
  remap.request.handles = std::move(handles).value();
  remap.request.before = remap.buffer->snapshot(remap.request.handles);
  Status given = give_to_queues(*remap.buffer, is_automatic, remap.request);
  if (!given.ok()) return given;
  return remap;
}

}  // namespace cleave::api::check

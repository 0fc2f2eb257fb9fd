#include "model/command/command_buffer.h"

#include <algorithm>
#include <utility>

#include "support/mutable_dispatch_cl.h"

namespace cleave::model::command {

CommandBuffer::CommandBuffer(Request request)
    : request_(std::move(request)), recorder_(request_.queues.size()) {}

CommandBuffer::~CommandBuffer() {
  // The application has handles for as long as the buffer lives.
  for (const support::Ref<MutableCommand>& command : handles_) {
    static_cast<void>(MutableCommand::release(Slab::header(command.get())));
  }
  if (recording_) recording_->abandon();
}

bool CommandBuffer::is_mutable() const {
  return (request_.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0;
}

bool CommandBuffer::is_finalized() const {
  const std::scoped_lock lock(mutex_);
  return recording_ != nullptr;
}

bool CommandBuffer::is_executable() const {
  const std::scoped_lock lock(mutex_);
  return recording_ != nullptr && incomplete_ == 0;
}

cl_sync_point_khr CommandBuffer::last_sync_point() const {
  const std::scoped_lock lock(mutex_);
  return commands_;
}

cl_sync_point_khr CommandBuffer::add(support::Ref<const RecordedStep> step,
                                     RecordedWork& recorded) {
  for (uint32_t& after : recorded.after) --after;  // from a sync point to an index
  commands_ = recorder_.add(std::move(step), recorded) + 1;
  return commands_;
}

support::Result<cl_sync_point_khr> CommandBuffer::record(RecordedWork&& recorded) {
  auto step = RecordedStep::of(std::move(recorded.work));
  if (!step.ok()) return step.status();
  const std::scoped_lock lock(mutex_);
  if (recording_) return CL_INVALID_OPERATION;
  return add(std::move(step).value(), recorded);
}

support::Result<CommandBuffer::RecordedCommand> CommandBuffer::record(
    RecordedWork&& recorded, MutableCommand::Request command) {
  const LaunchRequest& launch = command.dispatch.request;
  const bool lacks_arguments = !launch.kernel->is_complete();
  if (!lacks_arguments) {
    auto work = launch_work(*command.queue, launch);
    if (!work.ok()) return work.status();
    recorded.work = std::move(work).value();
  }
  auto step = RecordedStep::of(std::move(recorded.work));
  if (!step.ok()) return step.status();
  const std::scoped_lock lock(mutex_);
  if (recording_) return CL_INVALID_OPERATION;
  auto handle = MutableCommand::make(this, commands_, std::move(command));
  if (!handle) return CL_OUT_OF_HOST_MEMORY;
  handles_.push_back(handle);
  const cl_sync_point_khr sync_point = add(std::move(step).value(), recorded);
  incomplete_ += lacks_arguments ? 1 : 0;
  return RecordedCommand{sync_point, std::move(handle)};
}

support::Status CommandBuffer::update(std::vector<Change> changes) {
  std::ranges::sort(changes, {}, [](const Change& change) { return change.command->index(); });
  Recording::Replacements launches;
  for (const Change& change : changes) {
    if (!change.dispatch.request.kernel->is_complete()) continue;
    auto work = launch_work(change.command->queue(), change.dispatch.request);
    if (!work.ok()) return work.status();
    auto step = RecordedStep::of(std::move(work).value());
    if (!step.ok()) return step.status();
    launches.emplace_back(change.command->index(), std::move(step).value());
  }
  support::Ref<Recording> before;  // whose objects go when the lock is free
  const std::scoped_lock lock(mutex_);
  if (!launches.empty()) {
    before = std::exchange(recording_,
                           recording_->with(queues().front()->device().hardware(), launches));
    before->abandon();
  }
  for (Change& change : changes) {
    const bool was_complete = change.command->dispatch().request.kernel->is_complete();
    const bool is_complete = change.dispatch.request.kernel->is_complete();
    if (is_complete && !was_complete) --incomplete_;
    change.command->set_dispatch(std::move(change.dispatch));
  }
  return CL_SUCCESS;
}

support::Status CommandBuffer::finalize() {
  const std::scoped_lock lock(mutex_);
  if (recording_) return CL_INVALID_OPERATION;
  recording_ = recorder_.finish(queues().front()->device().hardware());
  return CL_SUCCESS;
}

support::Result<support::Ref<Event>> CommandBuffer::enqueue(Enqueue&& request) {
  support::Ref<Recording> recording;
  {
    const std::scoped_lock lock(mutex_);
    recording = recording_;
  }
  auto work = recording->replay(request.queues);
  if (!work.ok()) return work.status();
  const Queue::Schedule schedule{.wait_list = std::move(request.wait_list),
                                 .handle = request.handle};
  return Queue::submit(std::move(request.queues.front()), std::move(work).value(), schedule);
}

}  // namespace cleave::model::command

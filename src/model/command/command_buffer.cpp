#include "model/command/command_buffer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "model/command/several_queues.h"
#include "support/mutable_dispatch_cl.h"

namespace cleave::model::command {

CommandBuffer::CommandBuffer(Request request)
    : request_(std::move(request)), recorder_(request_.queues.size()) {}

CommandBuffer::CommandBuffer(Request request, Recorder recorder)
    : request_(std::move(request)),
      recorder_(std::move(recorder)),
      commands_(static_cast<cl_sync_point_khr>(recorder_.size())) {}

CommandBuffer::~CommandBuffer() {
  // The application has handles for as long as the buffer lives.
  for (const support::Ref<MutableCommand>& command : handles_) {
    static_cast<void>(MutableCommand::release(Slab::header(command.get())));
  }
  if (recording_) recording_->abandon();
}

std::optional<uint32_t> CommandBuffer::index_of(const Queue& queue) const {
  const auto found = std::ranges::find(queues(), &queue, &support::Ref<Queue>::get);
  if (found == queues().end()) return std::nullopt;
  return static_cast<uint32_t>(found - queues().begin());
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
  auto step = RecordedStep::of(std::move(recorded.work), std::move(recorded.launch));
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
  auto step = RecordedStep::of(std::move(recorded.work), std::make_unique<LaunchRequest>(launch));
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

support::Result<bool> CommandBuffer::update(std::vector<Change> changes) {
  std::ranges::sort(changes, {}, [](const Change& change) { return change.command->index(); });
  Recording::Replacements launches;
  for (const Change& change : changes) {
    if (!change.dispatch.request.kernel->is_complete()) continue;
    auto work = launch_work(change.command->queue(), change.dispatch.request);
    if (!work.ok()) return work.status();
    auto step = RecordedStep::of(std::move(work).value(),
                                 std::make_unique<LaunchRequest>(change.dispatch.request));
    if (!step.ok()) return step.status();
    launches.emplace_back(change.command->index(), std::move(step).value());
  }
  support::Ref<Recording> before;  // whose objects go when the lock is free
  const std::scoped_lock lock(mutex_);
  const bool are_stale = std::ranges::any_of(
      changes, [](const Change& change) { return change.command->changes() != change.made_from; });
  if (are_stale) return false;
  if (!launches.empty()) {
    before = std::exchange(recording_, recording_->with(launches));
    before->abandon();
  }
  for (Change& change : changes) {
    const bool was_complete = change.command->dispatch().request.kernel->is_complete();
    const bool is_complete = change.dispatch.request.kernel->is_complete();
    if (is_complete && !was_complete) --incomplete_;
    change.command->set_dispatch(std::move(change.dispatch));
  }
  return true;
}

support::Status CommandBuffer::update_values(std::span<const ValueChange> changes,
                                             std::unique_lock<std::mutex> held) {
  std::vector<backend::ArgumentPatch> patches;
  patches.reserve(changes.size());
  for (const ValueChange& change : changes) {
    const uint32_t offset = change.command->facts().arguments[change.argument].offset;
    patches.push_back({change.command->index(), offset, change.bytes});
  }
  support::Ref<Recording> before;  // whose objects go when the lock is free
  const std::unique_lock lock(std::move(held));
  if (!recording_->may_be_patched()) return replace_values(changes, patches, before);
  recording_->patch(patches);
  for (const ValueChange& change : changes) {
    change.command->set_value(change.argument, change.bytes);
  }
  return CL_SUCCESS;
}

support::Status CommandBuffer::replace_values(std::span<const ValueChange> changes,
                                              std::span<const backend::ArgumentPatch> patches,
                                              support::Ref<Recording>& before) {
  std::map<uint32_t, std::vector<size_t>> by_step;  // indices of changes
  for (size_t i = 0; i < changes.size(); ++i) by_step[patches[i].step].push_back(i);
  Recording::Replacements launches;
  std::vector<std::pair<MutableCommand*, MutableDispatch>> changed;
  for (const auto& [step, indices] : by_step) {
    MutableCommand& command = *changes[indices.front()].command;
    MutableDispatch dispatch = command.dispatch();
    auto kernel = program::Kernel::clone(*dispatch.request.kernel);
    if (!kernel.ok()) return kernel.status();
    std::vector<backend::ArgumentPatch> of_step;
    for (const size_t i : indices) {
      kernel.value()->set_value(changes[i].argument, changes[i].bytes);
      of_step.push_back(patches[i]);
    }
    dispatch.request.kernel = std::move(kernel).value();
    launches.emplace_back(step, recording_->steps()[step]->with_arguments(
                                    of_step, std::make_unique<LaunchRequest>(dispatch.request)));
    changed.emplace_back(&command, std::move(dispatch));
  }
  before = std::exchange(recording_, recording_->with(launches));
  before->abandon();
  for (auto& [command, dispatch] : changed) command->set_dispatch(std::move(dispatch));
  return CL_SUCCESS;
}

support::Status CommandBuffer::finalize() {
  const std::scoped_lock lock(mutex_);
  if (recording_) return CL_INVALID_OPERATION;
  recording_ = recorder_.finish(queues());
  return CL_SUCCESS;
}

CommandBuffer::Snapshot CommandBuffer::snapshot(
    std::span<const support::Ref<MutableCommand>> handles) const {
  const std::scoped_lock lock(mutex_);
  Snapshot snapshot{.recorded = recording_ ? recording_->recorded() : recorder_.recorded(),
                    .is_finalized = recording_ != nullptr,
                    .incomplete = incomplete_,
                    .dispatches = {}};
  for (const support::Ref<MutableCommand>& handle : handles) {
    snapshot.dispatches.push_back(handle->dispatch());
  }
  return snapshot;
}

support::Result<CommandBuffer::Remapped> CommandBuffer::remap(Remap&& request) const {
  Recorded& copied = request.before.recorded;
  RecordedSteps& steps = copied.steps;
  for (size_t i = 0; i < steps.size(); ++i) {
    copied.orders[i].queue = request.queue_of[i];
    const Queue& queue = *request.queues[request.queue_of[i]];
    if (steps[i]->is_for(queue)) continue;
    auto step = steps[i]->made_for(queue, request.launches[i].get());
    if (!step.ok()) return step.status();
    steps[i] = std::move(step).value();
  }
  Recorder recorder(std::move(copied), request.queues);
  Request of_copy{request.queues, request_.flags, request_.property_list};
  auto buffer = make(std::move(of_copy), std::move(recorder));
  if (!buffer) return CL_OUT_OF_HOST_MEMORY;
  buffer->incomplete_ = request.before.incomplete;
  Remapped remapped{buffer, {}};
  for (size_t i = 0; i < request.handles.size(); ++i) {
    const MutableCommand& handle = *request.handles[i];
    const uint32_t index = handle.index();
    MutableDispatch& dispatch = request.before.dispatches[i];
    if (request.launches[index]) dispatch.request = *request.launches[index];
    auto copy =
        MutableCommand::make(buffer.get(), index,
                             MutableCommand::Request{request.queues[request.queue_of[index]],
                                                     handle.property_list(), std::move(dispatch)});
    if (!copy) return CL_OUT_OF_HOST_MEMORY;
    buffer->handles_.push_back(copy);
    remapped.handles.push_back(std::move(copy));
  }
  if (request.before.is_finalized) {
    if (support::Status status = buffer->finalize(); !status.ok()) return status;
  }
  return remapped;
}

support::Result<support::Ref<Event>> CommandBuffer::enqueue(Enqueue&& request) {
  support::Ref<Recording> recording;
  {
    const std::scoped_lock lock(mutex_);
    recording = recording_;
  }
  const bool may_overlap = (request_.flags & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR) != 0;
  const Queue::Schedule schedule{.wait_list = std::move(request.wait_list),
                                 .chain = may_overlap ? nullptr : &replays_,
                                 .handle = request.handle};
  if (request.queues.size() != 1) return enqueue_subgraphs(*recording, request.queues, schedule);
  Work work;
  work.type = CL_COMMAND_COMMAND_BUFFER_KHR;
  if (recording->subgraphs() != 0) {
    auto replay = recording->replay(0, request.queues);
    if (!replay.ok()) return replay.status();
    work = std::move(replay).value();
  }
  return Queue::submit(std::move(request.queues.front()), std::move(work), schedule);
}

support::Result<support::Ref<Event>> CommandBuffer::enqueue_subgraphs(
    Recording& recording, std::span<const support::Ref<Queue>> queues,
    const Queue::Schedule& schedule) {
  std::vector<SubgraphReplay> replays;
  replays.reserve(recording.subgraphs());
  for (size_t subgraph = 0; subgraph < recording.subgraphs(); ++subgraph) {
    auto work = recording.replay(subgraph, queues);
    if (!work.ok()) return work.status();
    const std::span<const uint32_t> after = recording.after(subgraph);
    replays.push_back({std::move(work).value(),
                       queues[recording.queue_of(subgraph)],
                       {after.begin(), after.end()}});
  }
  return submit_to_all(queues, std::move(replays), schedule);
}

}  // namespace cleave::model::command

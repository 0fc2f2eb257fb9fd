#include "model/command/command_buffer.h"

#include <utility>

namespace cleave::model::command {

CommandBuffer::CommandBuffer(Request request)
    : request_(std::move(request)), recorder_(request_.queues.size()) {}

CommandBuffer::~CommandBuffer() {
  if (recording_) recording_->abandon();
}

bool CommandBuffer::is_finalized() const {
  const std::scoped_lock lock(mutex_);
  return recording_ != nullptr;
}

bool CommandBuffer::has_sync_point(cl_sync_point_khr sync_point) const {
  const std::scoped_lock lock(mutex_);
  return sync_point < commands_;
}

support::Result<cl_sync_point_khr> CommandBuffer::record(RecordedWork&& recorded) {
  auto step = RecordedStep::of(std::move(recorded.work));
  if (!step.ok()) return step.status();
  const std::scoped_lock lock(mutex_);
  if (recording_) return CL_INVALID_OPERATION;
  const cl_sync_point_khr sync_point = recorder_.add(std::move(step).value(), recorded);
  commands_ = sync_point + 1;
  return sync_point;
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
  if (!recording) return CL_INVALID_OPERATION;
  auto work = recording->replay(request.queues);
  if (!work.ok()) return work.status();
  Queue::Submission submission{.work = std::move(work).value(),
                               .wait_list = std::move(request.wait_list),
                               .handle = request.handle};
  return Queue::submit(std::move(request.queues.front()), std::move(submission));
}

}  // namespace cleave::model::command

#include "model/command/command_buffer.h"

#include <utility>

namespace cleave::model::command {

CommandBuffer::CommandBuffer(Request request)
    : request_(std::move(request)),
      recording_(support::make_ref<Recording>(request_.queues.size())) {}

CommandBuffer::~CommandBuffer() {
  recording_->abandon();
}

bool CommandBuffer::has_sync_point(cl_sync_point_khr sync_point) const {
  const std::scoped_lock lock(mutex_);
  return sync_point < recording_->size();
}

support::Result<cl_sync_point_khr> CommandBuffer::record(RecordedWork&& work) {
  const std::scoped_lock lock(mutex_);
  if (is_finalized()) return CL_INVALID_OPERATION;
  return recording_->add(std::move(work));
}

support::Status CommandBuffer::finalize() {
  const std::scoped_lock lock(mutex_);
  if (is_finalized()) return CL_INVALID_OPERATION;
  recording_->prepare(queues().front()->device().hardware());
  is_finalized_.store(true, std::memory_order_release);
  return CL_SUCCESS;
}

support::Result<support::Ref<Event>> CommandBuffer::enqueue(Replay&& replay) {
  auto work = recording_->replay(replay.queues);
  if (!work.ok()) return work.status();
  Queue::Submission submission{.work = std::move(work).value(),
                               .wait_list = std::move(replay.wait_list),
                               .handle = replay.handle};
  return Queue::submit(std::move(replay.queues.front()), std::move(submission));
}

}  // namespace cleave::model::command

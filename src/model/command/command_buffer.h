// Implements command-buffers (cl_khr_command_buffer): work that is recorded once and enqueued any
// number of times.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <mutex>
#include <vector>

#include "model/command/queue.h"
#include "model/command/recording.h"
#include "model/context.h"
#include "model/handle.h"

namespace cleave::model::command {

/// Takes in work until it is finalized, and gives replays from then on. A replay keeps what it needs
/// of the buffer, which may be released while it runs. Thread-safe.
class CommandBuffer : public ClObject<CommandBuffer> {
 public:
  struct Request {  // checked arguments of clCreateCommandBufferKHR
    std::vector<support::Ref<Queue>> queues;
    // As given, with its terminator; may be empty.
    std::vector<cl_command_buffer_properties_khr> property_list;
  };
  explicit CommandBuffer(Request request);
  ~CommandBuffer();

  [[nodiscard]] Context& context() const { return request_.queues.front()->context(); }
  [[nodiscard]] const std::vector<support::Ref<Queue>>& queues() const { return request_.queues; }
  [[nodiscard]] const std::vector<cl_command_buffer_properties_khr>& property_list() const {
    return request_.property_list;
  }
  [[nodiscard]] bool is_finalized() const;
  /// Returns true for the sync points of recorded commands.
  [[nodiscard]] bool has_sync_point(cl_sync_point_khr sync_point) const;

  /// Records work, which was made for that queue of the buffer; gives its sync point.
  /// CL_INVALID_OPERATION when the buffer has been finalized, CL_MEM_OBJECT_ALLOCATION_FAILURE when
  /// there is no memory for an object that a launch uses.
  [[nodiscard]] support::Result<cl_sync_point_khr> record(RecordedWork&& recorded);
  /// CL_INVALID_OPERATION when that was done before.
  [[nodiscard]] support::Status finalize();

  struct Enqueue {                            // a checked clEnqueueCommandBufferKHR
    std::vector<support::Ref<Queue>> queues;  // one for each of the buffer's, in the same order
    std::vector<support::Ref<Event>> wait_list;
    Event::Handle handle = Event::Handle::wanted;
  };
  /// Enqueues all that was recorded, as one command. CL_INVALID_OPERATION when the buffer has not
  /// been finalized, and when addressed memory that a recorded command uses has been freed.
  [[nodiscard]] support::Result<support::Ref<Event>> enqueue(Enqueue&& request);

 private:
  const Request request_;
  mutable std::mutex mutex_;
  Recorder recorder_;
  cl_sync_point_khr commands_ = 0;
  support::Ref<Recording> recording_;  // null until it is finalized
};

}  // namespace cleave::model::command

// Implements command-buffers (cl_khr_command_buffer): work that is recorded once and enqueued any
// number of times.
#pragma once

#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "model/command/mutable_command.h"
#include "model/command/queue.h"
#include "model/command/recording.h"
#include "model/context.h"
#include "model/handle.h"

namespace cleave::model::command {

/// Takes in work until it is finalized, and gives replays from then on. A replay keeps what it
/// needs of the buffer, which may be released while it runs. Thread-safe.
class CommandBuffer : public ClObject<CommandBuffer> {
 public:
  struct Request {  // checked arguments of clCreateCommandBufferKHR
    std::vector<support::Ref<Queue>> queues;
    cl_command_buffer_flags_khr flags = 0;
    // As given, with its terminator; may be empty.
    std::vector<cl_command_buffer_properties_khr> property_list;
  };
  explicit CommandBuffer(Request request);
  /// Goes on behind what `recorder` has taken in for these queues.
  CommandBuffer(Request request, Recorder recorder);
  ~CommandBuffer();

  [[nodiscard]] Context& context() const { return request_.queues.front()->context(); }
  [[nodiscard]] const std::vector<support::Ref<Queue>>& queues() const { return request_.queues; }
  /// Returns the index of a queue; nullopt: it is none of the buffer's.
  [[nodiscard]] std::optional<uint32_t> index_of(const Queue& queue) const;
  [[nodiscard]] const std::vector<cl_command_buffer_properties_khr>& property_list() const {
    return request_.property_list;
  }
  /// Returns true when its launches may be changed: CL_COMMAND_BUFFER_MUTABLE_KHR.
  [[nodiscard]] bool is_mutable() const;
  [[nodiscard]] bool is_finalized() const;
  /// Returns true when it may be enqueued: it has been finalized, and no launch lacks arguments.
  [[nodiscard]] bool is_executable() const;
  /// Returns the sync point of the last command; 0: there is none. They count from 1, since
  /// programs take 0 for none.
  [[nodiscard]] cl_sync_point_khr last_sync_point() const;

  /// Records work, which was made for that queue of the buffer, after the sync points in
  /// `recorded.after`; gives its own.
  /// CL_INVALID_OPERATION when the buffer has been finalized, CL_MEM_OBJECT_ALLOCATION_FAILURE when
  /// there is no memory for an object that a launch uses.
  [[nodiscard]] support::Result<cl_sync_point_khr> record(RecordedWork&& recorded);
  struct RecordedCommand {
    cl_sync_point_khr sync_point;
    support::Ref<MutableCommand> handle;  // which the application has not got yet
  };
  /// Records a launch, whose work `recorded` does not hold yet, and gives its handle. One whose
  /// kernel lacks arguments does nothing until update() has set them. Errors as above, and as those
  /// of launch_work().
  [[nodiscard]] support::Result<RecordedCommand> record(RecordedWork&& recorded,
                                                        MutableCommand::Request command);
  /// CL_INVALID_OPERATION when that was done before.
  [[nodiscard]] support::Status finalize();

  /// All that was recorded, and launches that have handles, at one moment.
  struct Snapshot {
    Recorded recorded;
    bool is_finalized = false;
    size_t incomplete = 0;                    // launches that lack arguments
    std::vector<MutableDispatch> dispatches;  // of the handles
  };
  /// `handles`: of commands of this buffer.
  [[nodiscard]] Snapshot snapshot(std::span<const support::Ref<MutableCommand>> handles) const;

  /// A checked clRemapCommandBufferKHR.
  struct Remap {
    std::vector<support::Ref<Queue>> queues;
    std::vector<uint32_t> queue_of;  // by command, the index of its queue
    // By command: the launch as it was checked for its queue, if that has another device.
    std::vector<std::unique_ptr<const LaunchRequest>> launches;
    std::vector<support::Ref<MutableCommand>> handles;  // of commands of this buffer
    Snapshot before;                                    // with these handles
  };
  struct Remapped {
    support::Ref<CommandBuffer> buffer;
    std::vector<support::Ref<MutableCommand>> handles;  // as in the request
  };
  /// Returns a copy of what the request has, whose commands are for other queues. Errors as those
  /// of record().
  [[nodiscard]] support::Result<Remapped> remap(Remap&& request) const;

  struct Enqueue {                            // a checked clEnqueueCommandBufferKHR
    std::vector<support::Ref<Queue>> queues;  // one for each of the buffer's, in the same order
    std::vector<support::Ref<Event>> wait_list;
    Event::Handle handle = Event::Handle::wanted;
  };
  /// A launch to be in place of the one that a command of this buffer is.
  struct Change {
    support::Ref<MutableCommand> command;  // each once
    MutableDispatch dispatch;
    uint64_t made_from;  // MutableCommand::changes(), before what the change was made from was read
  };
  /// Changes launches for enqueues from now on: all of them, or none when it fails. False, and
  /// nothing is changed: another thread has changed one of them meanwhile, and the changes are to
  /// be made anew. Errors as those of record(), and of clEnqueueNDRangeKernel for lack of
  /// resources. Precondition: the buffer has been finalized.
  [[nodiscard]] support::Result<bool> update(std::vector<Change> changes);
  /// While the lock lives, no other thread records, changes launches or enqueues. Its holder makes
  /// no code and lets no object go: both may call the application.
  [[nodiscard]] std::unique_lock<std::mutex> hold() { return std::unique_lock(mutex_); }
  /// A new value for an argument by value.
  struct ValueChange {
    MutableCommand* command;  // of this buffer, which keeps it; its kernel lacks no argument
    uint32_t argument;
    std::span<const std::byte> bytes;  // as many as the argument has
  };
  /// Does the same for changes of values in which no pointers are
  /// (KernelFacts::pointers_in_values), which were found under `held`, of hold(). While no replay
  /// waits or runs it writes the bytes, and allocates for no launch.
  [[nodiscard]] support::Status update_values(std::span<const ValueChange> changes,
                                              std::unique_lock<std::mutex> held);
  /// Enqueues all that was recorded, as one command of all the queues. Unless the buffer was made
  /// for simultaneous use (CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR), the replay follows the one
  /// before. CL_INVALID_OPERATION when addressed memory that a recorded command uses has been
  /// freed. Precondition: it is executable.
  [[nodiscard]] support::Result<support::Ref<Event>> enqueue(Enqueue&& request);

 private:
  [[nodiscard]] static support::Result<support::Ref<Event>> enqueue_subgraphs(
      Recording& recording, std::span<const support::Ref<Queue>> queues,
      const Queue::Schedule& schedule);
  /// Under the mutex: changes values in launches that replays have. `patches`: of the changes.
  [[nodiscard]] support::Status replace_values(std::span<const ValueChange> changes,
                                               std::span<const backend::ArgumentPatch> patches,
                                               support::Ref<Recording>& before);
  /// Under the mutex.
  cl_sync_point_khr add(support::Ref<const RecordedStep> step, RecordedWork& recorded);

  const Request request_;
  mutable std::mutex mutex_;
  Recorder recorder_;
  cl_sync_point_khr commands_ = 0;
  support::Ref<Recording> recording_;  // null until it is finalized
  std::vector<support::Ref<MutableCommand>> handles_;
  size_t incomplete_ = 0;  // launches that lack arguments
  CommandChain replays_;   // unless they may overlap
};

}  // namespace cleave::model::command

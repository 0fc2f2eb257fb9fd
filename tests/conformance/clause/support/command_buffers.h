// Gives tests of cl_khr_command_buffer its functions, as an application finds them, and a fixture
// that makes command-buffers.
#pragma once

#include "src/support/command_buffer_cl.h"
#include "tests/support/on_device.h"

namespace cleave::test {

/// The end of every call that records: what the command follows, and where its sync point is
/// wanted.
#define CLEAVE_RECORDING_END \
  cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*, cl_mutable_command_khr*

/// The functions of version 1.0.0, with the parameters that its text has: the headers may have
/// those of 0.9.0.
struct CommandBufferFunctions {
  using Buffer = cl_command_buffer_khr;
  using Queue = cl_command_queue;
  using Properties = const cl_command_properties_khr*;
  using Sizes = const size_t*;

  Buffer(CL_API_CALL* create)(cl_uint, const cl_command_queue*,
                              const cl_command_buffer_properties_khr*, cl_int*);
  cl_int(CL_API_CALL* retain)(Buffer);
  cl_int(CL_API_CALL* release)(Buffer);
  cl_int(CL_API_CALL* finalize)(Buffer);
  cl_int(CL_API_CALL* enqueue)(cl_uint, cl_command_queue*, Buffer, cl_uint, const cl_event*,
                               cl_event*);
  cl_int(CL_API_CALL* info)(Buffer, cl_command_buffer_info_khr, size_t, void*, size_t*);
  cl_int(CL_API_CALL* barrier)(Buffer, Queue, Properties, CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* launch)(Buffer, Queue, Properties, cl_kernel, cl_uint, Sizes, Sizes, Sizes,
                              CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* copy_buffer)(Buffer, Queue, Properties, cl_mem, cl_mem, size_t, size_t,
                                   size_t, CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* copy_rect)(Buffer, Queue, Properties, cl_mem, cl_mem, Sizes, Sizes, Sizes,
                                 size_t, size_t, size_t, size_t, CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* fill_buffer)(Buffer, Queue, Properties, cl_mem, const void*, size_t, size_t,
                                   size_t, CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* copy_image)(Buffer, Queue, Properties, cl_mem, cl_mem, Sizes, Sizes, Sizes,
                                  CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* copy_to_image)(Buffer, Queue, Properties, cl_mem, cl_mem, size_t, Sizes,
                                     Sizes, CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* copy_from_image)(Buffer, Queue, Properties, cl_mem, cl_mem, Sizes, Sizes,
                                       size_t, CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* fill_image)(Buffer, Queue, Properties, cl_mem, const void*, Sizes, Sizes,
                                  CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* copy_svm)(Buffer, Queue, Properties, void*, const void*, size_t,
                                CLEAVE_RECORDING_END);
  cl_int(CL_API_CALL* fill_svm)(Buffer, Queue, Properties, void*, const void*, size_t, size_t,
                                CLEAVE_RECORDING_END);
};
#undef CLEAVE_RECORDING_END
/// All of them; ends the program where one is missing.
[[nodiscard]] const CommandBufferFunctions& command_buffers();

/// Returns true where cl_khr_command_buffer_multi_device is reported.
[[nodiscard]] bool offers_several_queues();

inline cl_int CL_API_CALL release_command_buffer(cl_command_buffer_khr buffer) {
  return command_buffers().release(buffer);
}
using CommandBuffer = Owned<cl_command_buffer_khr, release_command_buffer>;

/// The command-buffer of a queue, or of several.
[[nodiscard]] CommandBuffer make_command_buffer(cl_command_queue queue);
[[nodiscard]] CommandBuffer make_command_buffer(const std::vector<cl_command_queue>& queues);

using SyncPoints = std::vector<cl_sync_point_khr>;

/// Records commands into one command-buffer, each a call with its own arguments alone. A call that
/// is refused fails the test.
class Recorder {
 public:
  explicit Recorder(cl_command_queue queue) : buffer_(make_command_buffer(queue)) {}
  explicit Recorder(const std::vector<cl_command_queue>& queues)
      : buffer_(make_command_buffer(queues)) {}

  /// Records for this queue from now on.
  Recorder& on(cl_command_queue queue) {
    queue_ = queue;
    return *this;
  }
  [[nodiscard]] cl_command_buffer_khr buffer() const { return buffer_; }
  cl_sync_point_khr launch(cl_kernel kernel, size_t items, const SyncPoints& after = {}) const;
  cl_sync_point_khr copy(cl_mem from, cl_mem to, size_t bytes, const SyncPoints& after = {}) const;
  cl_sync_point_khr fill(cl_mem memory, cl_int value, size_t bytes,
                         const SyncPoints& after = {}) const;
  cl_sync_point_khr barrier(const SyncPoints& after = {}) const;
  void finalize() const { EXPECT_EQ(CL_SUCCESS, command_buffers().finalize(buffer_)); }
  /// Enqueues on the queue that the commands were recorded for.
  [[nodiscard]] Event enqueue(const std::vector<cl_event>& after = {}) const;
  /// Enqueues, and gives no event.
  void replay() const;
  void release() { buffer_ = CommandBuffer(); }

 private:
  CommandBuffer buffer_;
  cl_command_queue queue_ = nullptr;  // null: there is one alone
};

}  // namespace cleave::test

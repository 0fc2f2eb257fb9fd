// Checks the arguments of cl_khr_command_buffer_mutable_dispatch: properties of launches that are
// recorded, and their updates.
#pragma once

#include <CL/cl.h>

#include <mutex>
#include <vector>

#include "api/check/command_buffer.h"
#include "api/check/launch.h"
#include "model/command/command_buffer.h"
#include "support/mutable_dispatch_cl.h"

namespace cleave::api::check {

/// The properties of a launch that is recorded into a command-buffer.
struct DispatchProperties {
  std::vector<cl_command_properties_khr> list;  // as given, with its terminator; may be empty
  cl_mutable_dispatch_fields_khr fields = support::all_mutable_dispatch_fields;
};
/// CL_INVALID_VALUE, also for a launch that leaves the local size open although the command-buffer
/// or the launch asserts that there will be no more work-groups.
[[nodiscard]] support::Result<DispatchProperties> dispatch_properties(
    const RecordTarget& target, const cl_command_properties_khr* properties,
    const size_t* local_size);

/// A launch to be recorded with a handle. Its kernel may lack arguments where the command-buffer
/// and the command may be changed.
[[nodiscard]] support::Result<model::command::MutableDispatch> mutable_dispatch(
    const RecordTarget& target, cl_kernel kernel, const RawRange& range,
    cl_mutable_dispatch_fields_khr fields);

struct UpdateRequest {
  support::Ref<model::command::CommandBuffer> buffer;
  // One of the two is empty.
  std::vector<model::command::CommandBuffer::Change> changes;
  std::vector<model::command::CommandBuffer::ValueChange> values;
  std::unique_lock<std::mutex> held;  // CommandBuffer::hold(), where there are values
};
[[nodiscard]] support::Result<UpdateRequest> update_commands(
    cl_command_buffer_khr buffer, cl_uint count, const support::command_buffer_update_type* types,
    const void** configs);

}  // namespace cleave::api::check

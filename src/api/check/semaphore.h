// Checks the arguments of cl_khr_semaphore.
#pragma once

#include <CL/cl_ext.h>

#include "api/check/enqueue.h"
#include "model/command/semaphore.h"

namespace cleave::api::check {

/// clCreateSemaphoreWithPropertiesKHR: CL_INVALID_CONTEXT, CL_INVALID_VALUE, CL_INVALID_PROPERTY,
/// CL_INVALID_DEVICE.
[[nodiscard]] support::Result<model::command::Semaphore::Request> create_semaphore(
    cl_context context, const cl_semaphore_properties_khr* properties);

/// The arguments of clEnqueueWaitSemaphoresKHR and clEnqueueSignalSemaphoresKHR. Binary semaphores,
/// of which all are, need no payloads.
struct RawSemaphoreCommand {
  cl_command_queue queue;
  cl_uint semaphore_count;
  const cl_semaphore_khr* semaphores;
  cl_uint event_count;
  const cl_event* events;
};
struct SemaphoreCommand {
  EnqueueTarget target;
  model::command::Semaphores semaphores;
};
/// Errors as those of enqueue_target(); CL_INVALID_VALUE, CL_INVALID_SEMAPHORE_KHR,
/// CL_INVALID_COMMAND_QUEUE and CL_INVALID_CONTEXT for the semaphores;
/// CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST when an event has failed already.
[[nodiscard]] support::Result<SemaphoreCommand> semaphore_command(const RawSemaphoreCommand& raw);

}  // namespace cleave::api::check

// Gives tests of cl_khr_semaphore its functions, as an application finds them, and makes semaphores.
#pragma once

#include "src/support/semaphore_cl.h"
#include "tests/support/on_device.h"

namespace cleave::test {

struct SemaphoreFunctions {
  clCreateSemaphoreWithPropertiesKHR_fn create;
  clEnqueueWaitSemaphoresKHR_fn wait;
  clEnqueueSignalSemaphoresKHR_fn signal;
  clGetSemaphoreInfoKHR_fn info;
  clRetainSemaphoreKHR_fn retain;
  clReleaseSemaphoreKHR_fn release;
};
/// All of them; ends the program where one is missing.
[[nodiscard]] const SemaphoreFunctions& semaphores();

inline cl_int CL_API_CALL release_semaphore(cl_semaphore_khr semaphore) {
  return semaphores().release(semaphore);
}
using Semaphore = Owned<cl_semaphore_khr, release_semaphore>;

/// The properties of binary semaphores, for all devices of a context that has one.
inline constexpr cl_semaphore_properties_khr binary[] = {CL_SEMAPHORE_TYPE_KHR,
                                                         CL_SEMAPHORE_TYPE_BINARY_KHR, 0};

/// A binary semaphore of a context with one device.
[[nodiscard]] Semaphore make_semaphore(cl_context context);
/// A binary semaphore for one device of a context.
[[nodiscard]] Semaphore make_semaphore(cl_context context, cl_device_id device);

/// Enqueue a command about one semaphore; a call that is refused fails the test.
[[nodiscard]] Event enqueue_wait(cl_command_queue queue, cl_semaphore_khr semaphore,
                                 const std::vector<cl_event>& after = {});
[[nodiscard]] Event enqueue_signal(cl_command_queue queue, cl_semaphore_khr semaphore,
                                   const std::vector<cl_event>& after = {});

/// The payload: 1 for a signalled semaphore.
[[nodiscard]] cl_semaphore_payload_khr payload_of(cl_semaphore_khr semaphore);

}  // namespace cleave::test

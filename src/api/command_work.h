// Makes the work of commands that an application enqueues, or records into a command-buffer: checks
// their arguments for the queue of a target, whose wait list does not matter here.
#pragma once

#include <CL/cl.h>

#include "api/check/buffer.h"
#include "api/check/enqueue.h"
#include "api/check/image.h"
#include "api/check/launch.h"
#include "model/command/requests.h"
#include "support/result.h"

namespace cleave::api {

using CheckedWork = support::Result<model::command::Work>;

/// Refused launches are what applications get wrong most: the context hears why, with the name of
/// the call. Returns the status.
[[nodiscard]] support::Status refuse_launch(const check::EnqueueTarget& target, cl_kernel kernel,
                                            const check::RawRange& range, const char* call,
                                            support::Status status);
/// Makes that of clEnqueueNDRangeKernel, or refuses the launch.
[[nodiscard]] CheckedWork launch_work(const check::EnqueueTarget& target, cl_kernel kernel,
                                      const check::RawRange& range, const char* call);
/// Makes that of a launch which has been checked, or refuses it.
[[nodiscard]] CheckedWork launch_work(
    const check::EnqueueTarget& target, cl_kernel kernel, const check::RawRange& range,
    const char* call, const support::Result<model::command::LaunchRequest>& request);
/// Makes that of clEnqueueTask.
[[nodiscard]] CheckedWork task_work(const check::EnqueueTarget& target, cl_kernel kernel);

[[nodiscard]] CheckedWork copy_buffer_work(const check::EnqueueTarget& target, cl_mem from,
                                           cl_mem to, size_t from_offset, size_t to_offset,
                                           size_t size);
[[nodiscard]] CheckedWork copy_rect_work(const check::EnqueueTarget& target, cl_mem from, cl_mem to,
                                         check::RawBox from_box, check::RawBox to_box,
                                         const size_t* region);
/// A pattern as the application gives it.
struct RawPattern {
  const void* bytes;
  size_t size;
};
[[nodiscard]] CheckedWork fill_buffer_work(const check::EnqueueTarget& target, cl_mem buffer,
                                           const RawPattern& pattern, size_t offset, size_t size);

[[nodiscard]] CheckedWork copy_image_work(const check::EnqueueTarget& target, cl_mem from,
                                          cl_mem to, const size_t* from_origin,
                                          const size_t* to_origin, const size_t* region);
/// Copies between a region of an image and bytes of a buffer.
[[nodiscard]] CheckedWork copy_between_work(const check::EnqueueTarget& target, cl_mem image,
                                            check::RawRegion region, cl_mem buffer, size_t offset,
                                            check::CopyTo to);
[[nodiscard]] CheckedWork fill_image_work(const check::EnqueueTarget& target, cl_mem image,
                                          const void* colour, check::RawRegion region);

/// Make that of commands on memory which is named by addresses: shared virtual memory (5.6) and
/// cl_intel_unified_shared_memory have them alike.
[[nodiscard]] CheckedWork copy_addresses_work(const check::EnqueueTarget& target,
                                              cl_command_type type, void* to, const void* from,
                                              size_t bytes);
[[nodiscard]] CheckedWork fill_address_work(const check::EnqueueTarget& target,
                                            cl_command_type type, void* to,
                                            const RawPattern& pattern, size_t bytes);

}  // namespace cleave::api

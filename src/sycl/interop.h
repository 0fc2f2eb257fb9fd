// Makes objects of those of OpenCL that the application has (SYCL 2020, appendix C).
#pragma once

#include <vector>

#include "sycl/buffer.h"
#include "sycl/bundle.h"
#include "sycl/context.h"
#include "sycl/device.h"
#include "sycl/event.h"
#include "sycl/queue.h"

namespace cleave::sycl {

// These retain what they are given, and fail with errc::invalid for what is none of a platform here, or
// does not belong to the context. Thread-safe.

[[nodiscard]] Platform& platform_of_native(cl_platform_id id);
/// Equal to the device that is known of this id; never a compute slice.
[[nodiscard]] Ref<Device> device_of_native(cl_device_id id);
/// Takes over the handler after a success, as the next one.
[[nodiscard]] Ref<Context> context_of_native(cl_context id,
                                             const cleave_sycl_async_handler& handler);
/// Its device is a compute slice where the queue was made for one.
[[nodiscard]] Ref<Queue> queue_of_native(cl_command_queue id, Context& context,
                                         const cleave_sycl_async_handler& handler);
/// Complete when all of them are.
[[nodiscard]] Ref<CommandEvent> event_of_native(const std::vector<cl_event>& ids, Context& context);
/// Its commands wait for `available`, unless that is null.
[[nodiscard]] Ref<Buffer> buffer_of_native(cl_mem id, Context& context, Event* available);
/// Stands for an image likewise, which has as many dimensions as the shape; the shape gets the rest.
[[nodiscard]] Ref<Buffer> image_of_native(cl_mem id, Context& context, Event* available,
                                          cleave_sycl_image_shape& shape);
/// Programs of the application as one bundle in executable state.
[[nodiscard]] Ref<Bundle> bundle_of_natives(Context& context, std::vector<Ref<Device>> devices,
                                            const std::vector<cl_program>& programs);

/// The reference count of an object of a CLEAVE_SYCL_COUNTED_* kind.
[[nodiscard]] uint32_t references_of(uint32_t kind, void* native);

}  // namespace cleave::sycl

#include "api/command_work.h"

#include "api/check/launch_message.h"
#include "api/check/shared_memory.h"

namespace cleave::api {
using support::Result;
using support::Status;

Status refuse_launch(const check::EnqueueTarget& target, cl_kernel kernel,
                     const check::RawRange& range, const char* call, Status status) {
  const model::Context& context = target.queue->context();
  if (context.is_notified()) {
    context.notify(check::launch_message(call, *target.queue, kernel, range, status.code()));
  }
  return status;
}

CheckedWork launch_work(const check::EnqueueTarget& target, cl_kernel kernel,
                        const check::RawRange& range, const char* call) {
  return launch_work(target, kernel, range, call, check::launch(target, kernel, range));
}

CheckedWork launch_work(const check::EnqueueTarget& target, cl_kernel kernel,
                        const check::RawRange& range, const char* call,
                        const Result<model::command::LaunchRequest>& request) {
  if (!request.ok()) return refuse_launch(target, kernel, range, call, request.status());
  CheckedWork work = model::command::launch_work(*target.queue, request.value());
  // A memory object among the arguments is gone. Where there is no code, Kernel::code says so
  // itself.
  if (work.status() == CL_INVALID_KERNEL_ARGS) {
    return refuse_launch(target, kernel, range, call, CL_INVALID_KERNEL_ARGS);
  }
  return work;
}

CheckedWork task_work(const check::EnqueueTarget& target, cl_kernel kernel) {
  return launch_work(target, kernel, check::task_range, "clEnqueueTask",
                     check::task(target, kernel));
}

CheckedWork copy_buffer_work(const check::EnqueueTarget& target, cl_mem from, cl_mem to,
                             size_t from_offset, size_t to_offset, size_t size) {
  auto checked = check::copy(target, from, to, from_offset, to_offset, size);
  if (!checked.ok()) return checked.status();
  return model::command::copy_work(*target.queue, *checked.value().from.buffer, from_offset,
                                   *checked.value().to.buffer, to_offset, size);
}

CheckedWork copy_rect_work(const check::EnqueueTarget& target, cl_mem from, cl_mem to,
                           check::RawBox from_box, check::RawBox to_box, const size_t* region) {
  auto checked = check::rect_copy(target, from, to, from_box, to_box, region);
  if (!checked.ok()) return checked.status();
  const check::RectCopy& rect = checked.value();
  return model::command::copy_region_work(*target.queue, CL_COMMAND_COPY_BUFFER_RECT,
                                          {*rect.from.buffer, rect.from.region},
                                          {*rect.to.buffer, rect.to.region});
}

CheckedWork fill_buffer_work(const check::EnqueueTarget& target, cl_mem buffer,
                             const RawPattern& pattern, size_t offset, size_t size) {
  auto checked = check::fill(target, buffer, pattern.bytes, pattern.size, offset, size);
  if (!checked.ok()) return checked.status();
  return model::command::fill_work(*target.queue, *checked.value().range.buffer,
                                   checked.value().pattern, offset, size);
}

CheckedWork copy_image_work(const check::EnqueueTarget& target, cl_mem from, cl_mem to,
                            const size_t* from_origin, const size_t* to_origin,
                            const size_t* region) {
  auto checked = check::image_copy(target, from, to, from_origin, to_origin, region);
  if (!checked.ok()) return checked.status();
  const check::ImageCopy& copy = checked.value();
  return model::command::copy_region_work(*target.queue, CL_COMMAND_COPY_IMAGE,
                                          {*copy.from.image, copy.from.bytes},
                                          {*copy.to.image, copy.to.bytes});
}

CheckedWork copy_between_work(const check::EnqueueTarget& target, cl_mem image,
                              check::RawRegion region, cl_mem buffer, size_t offset,
                              check::CopyTo to) {
  auto checked = check::image_buffer_copy(target, image, region, buffer, offset, to);
  if (!checked.ok()) return checked.status();
  const auto& [part, in_buffer] = checked.value();
  const model::command::PlacedRegion texels{*part.image, part.bytes};
  const model::command::PlacedRegion bytes{*in_buffer.buffer, in_buffer.region};
  return to == check::CopyTo::buffer
             ? model::command::copy_region_work(*target.queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER,
                                                texels, bytes)
             : model::command::copy_region_work(*target.queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE,
                                                bytes, texels);
}

CheckedWork fill_image_work(const check::EnqueueTarget& target, cl_mem image, const void* colour,
                            check::RawRegion region) {
  auto checked = check::image_fill(target, image, colour, region);
  if (!checked.ok()) return checked.status();
  const auto& [part, texel] = checked.value();
  return model::command::fill_image_work(*target.queue, *part.image, part.bytes, texel);
}

CheckedWork copy_addresses_work(const check::EnqueueTarget& target, cl_command_type type, void* to,
                                const void* from, size_t bytes) {
  const Status checked = check::copy_addresses(to, from, bytes);
  if (!checked.ok()) return checked;
  return model::command::copy_addresses_work(*target.queue, type, to, from, bytes);
}

CheckedWork fill_address_work(const check::EnqueueTarget& target, cl_command_type type, void* to,
                              const RawPattern& pattern, size_t bytes) {
  const auto checked = check::fill_address(to, pattern.bytes, pattern.size, bytes);
  if (!checked.ok()) return checked.status();
  return model::command::fill_address_work(*target.queue, type, to, checked.value(), bytes);
}

}  // namespace cleave::api

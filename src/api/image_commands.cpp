// 5.3.3 to 5.3.6: commands on images.
#include <memory>

#include "api/check/image.h"
#include "api/command_work.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"

namespace cleave::api {

using check::HostAccessMode;
using support::Result;
using support::Status;

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                          const size_t* origin, const size_t* region, size_t row_pitch,
                          size_t slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
                          const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto checked = check::image_transfer(target.value(), image, {origin, region},
                                         {row_pitch, slice_pitch, ptr}, HostAccessMode::read);
    if (!checked.ok()) return checked.status();
    const auto& [part, in_host] = checked.value();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::read_region_work(queue, CL_COMMAND_READ_IMAGE, *part.image,
                                                    part.bytes, ptr, in_host),
                   blocking(blocking_read), event);
  });
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                           const size_t* origin, const size_t* region, size_t input_row_pitch,
                           size_t input_slice_pitch, const void* ptr,
                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto checked =
        check::image_transfer(target.value(), image, {origin, region},
                              {input_row_pitch, input_slice_pitch, ptr}, HostAccessMode::write);
    if (!checked.ok()) return checked.status();
    const auto& [part, in_host] = checked.value();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::write_region_work(queue, CL_COMMAND_WRITE_IMAGE, *part.image,
                                                     part.bytes, ptr, in_host),
                   blocking(blocking_write), event);
  });
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void* fill_color,
                          const size_t* origin, const size_t* region,
                          cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return fill_image_work(target, image, fill_color, {origin, region});
        });
  });
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                          const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                          cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return copy_image_work(target, src_image, dst_image, src_origin, dst_origin, region);
        });
  });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image,
                                  cl_mem dst_buffer, const size_t* src_origin, const size_t* region,
                                  size_t dst_offset, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return copy_between_work(target, src_image, {src_origin, region}, dst_buffer, dst_offset,
                                   check::CopyTo::buffer);
        });
  });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer,
                                  cl_mem dst_image, size_t src_offset, const size_t* dst_origin,
                                  const size_t* region, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return copy_between_work(target, dst_image, {dst_origin, region}, src_buffer, src_offset,
                                   check::CopyTo::image);
        });
  });
}

void* clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                        cl_map_flags map_flags, const size_t* origin, const size_t* region,
                        size_t* image_row_pitch, size_t* image_slice_pitch,
                        cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                        cl_event* event, cl_int* errcode_ret) {
  return guarded_value<void*>(errcode_ret, nullptr, [&]() -> Result<void*> {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto checked = check::image_map(target.value(), image, map_flags, {origin, region},
                                    image_row_pitch, image_slice_pitch);
    if (!checked.ok()) return checked.status();
    const check::ImagePart& part = checked.value();
    model::memory::MemoryObject& memory = *part.image;
    auto mapping = model::command::map_work(memory, map_flags, part.bytes);
    if (!mapping.ok()) return mapping.status();
    const auto give_back = [&](void* pointer) { static_cast<void>(memory.release_map(pointer)); };
    std::unique_ptr<void, decltype(give_back)> mapped(mapping.value().pointer, give_back);
    const Status status = enqueue(std::move(target).value(), std::move(mapping.value().work),
                                  blocking(blocking_map), event);
    if (!status.ok()) return status;
    // The pitches at which the texels lie in memory: where rows are padded, these are not the ones
    // that clGetImageInfo reports.
    const builtins::ImageLevel level =
        model::memory::image_level(memory.image(), part.region.level);
    *image_row_pitch = level.row_pitch;
    if (image_slice_pitch != nullptr) {
      *image_slice_pitch = memory.image().has_slices() ? level.slice_pitch : 0;
    }
    return mapped.release();
  });
}

}  // namespace cleave::api

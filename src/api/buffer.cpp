// 5.2: buffers and sub-buffers.
#include "api/check/buffer.h"

#include <memory>

#include "api/command_work.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"

namespace cleave::api {

using check::HostAccessMode;
using support::Ref;
using support::Result;
using support::Status;

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties* properties,
                                    cl_mem_flags flags, size_t size, void* host_ptr,
                                    cl_int* errcode_ret) {
  return guarded_create<cl_mem>(errcode_ret, [&]() -> Result<Ref<model::memory::MemoryObject>> {
    auto request = check::create_buffer(context, properties, flags, size, host_ptr);
    if (!request.ok()) return request.status();
    return model::memory::MemoryObject::create(std::move(request).value());
  });
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void* host_ptr,
                      cl_int* errcode_ret) {
  return api::clCreateBufferWithProperties(context, nullptr, flags, size, host_ptr, errcode_ret);
}

cl_mem clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags,
                         cl_buffer_create_type buffer_create_type, const void* buffer_create_info,
                         cl_int* errcode_ret) {
  return guarded_create<cl_mem>(errcode_ret, [&]() -> Result<Ref<model::memory::MemoryObject>> {
    auto request = check::create_sub_buffer(buffer, flags, buffer_create_type, buffer_create_info);
    if (!request.ok()) return request.status();
    return model::memory::MemoryObject::create(std::move(request).value());
  });
}

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                           size_t offset, size_t size, void* ptr, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto range = check::transfer(target.value(), buffer, offset, size, ptr, HostAccessMode::read);
    if (!range.ok()) return range.status();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::read_work(queue, *range.value().buffer, offset, size, ptr),
                   blocking(blocking_read), event);
  });
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                            size_t offset, size_t size, const void* ptr,
                            cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                            cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto range = check::transfer(target.value(), buffer, offset, size, ptr, HostAccessMode::write);
    if (!range.ok()) return range.status();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::write_work(queue, *range.value().buffer, offset, size, ptr),
                   blocking(blocking_write), event);
  });
}

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t* buffer_origin, const size_t* host_origin,
                               const size_t* region, size_t buffer_row_pitch,
                               size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto checked = check::rect_transfer(
        target.value(), buffer, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
        {host_origin, host_row_pitch, host_slice_pitch}, region, ptr, HostAccessMode::read);
    if (!checked.ok()) return checked.status();
    const check::RectTransfer& rect = checked.value();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(
        std::move(target).value(),
        model::command::read_region_work(queue, CL_COMMAND_READ_BUFFER_RECT, *rect.in_buffer.buffer,
                                         rect.in_buffer.region, ptr, rect.in_host),
        blocking(blocking_read), event);
  });
}

cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer,
                                cl_bool blocking_write, const size_t* buffer_origin,
                                const size_t* host_origin, const size_t* region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                size_t host_row_pitch, size_t host_slice_pitch, const void* ptr,
                                cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                                cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto checked = check::rect_transfer(
        target.value(), buffer, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
        {host_origin, host_row_pitch, host_slice_pitch}, region, ptr, HostAccessMode::write);
    if (!checked.ok()) return checked.status();
    const check::RectTransfer& rect = checked.value();
    const model::command::Queue& queue = *target.value().queue;
    return enqueue(std::move(target).value(),
                   model::command::write_region_work(queue, CL_COMMAND_WRITE_BUFFER_RECT,
                                                     *rect.in_buffer.buffer, rect.in_buffer.region,
                                                     ptr, rect.in_host),
                   blocking(blocking_write), event);
  });
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                           size_t src_offset, size_t dst_offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return copy_buffer_work(target, src_buffer, dst_buffer, src_offset, dst_offset, size);
        });
  });
}

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t* src_origin, const size_t* dst_origin,
                               const size_t* region, size_t src_row_pitch, size_t src_slice_pitch,
                               size_t dst_row_pitch, size_t dst_slice_pitch,
                               cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                               cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return copy_rect_work(target, src_buffer, dst_buffer,
                                {src_origin, src_row_pitch, src_slice_pitch},
                                {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
        });
  });
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern,
                           size_t pattern_size, size_t offset, size_t size,
                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return fill_buffer_work(target, buffer, {pattern, pattern_size}, offset, size);
        });
  });
}

void* clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                         cl_map_flags map_flags, size_t offset, size_t size,
                         cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                         cl_event* event, cl_int* errcode_ret) {
  return guarded_value<void*>(errcode_ret, nullptr, [&]() -> Result<void*> {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto range = check::map(target.value(), buffer, map_flags, offset, size);
    if (!range.ok()) return range.status();
    model::memory::MemoryObject& memory = *range.value().buffer;
    auto mapping = model::command::map_work(memory, map_flags,
                                            model::memory::MemoryRegion::line(offset, size));
    if (!mapping.ok()) return mapping.status();
    const auto give_back = [&](void* pointer) { static_cast<void>(memory.release_map(pointer)); };
    std::unique_ptr<void, decltype(give_back)> mapped(mapping.value().pointer, give_back);
    const Status status = enqueue(std::move(target).value(), std::move(mapping.value().work),
                                  blocking(blocking_map), event);
    if (!status.ok()) return status;
    return mapped.release();
  });
}

}  // namespace cleave::api

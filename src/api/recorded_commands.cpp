// cl_khr_command_buffer: the calls that record a command into a command-buffer.
#include "api/check/command_buffer.h"
#include "api/check/mutable_dispatch.h"
#include "api/check/shared_memory.h"
#include "api/command_work.h"
#include "api/entry_points.h"
#include "api/guard.h"

namespace cleave::api {
namespace {

using support::Status;

using Order = model::command::Queue::Order;

model::command::RecordedWork recorded_work(check::RecordTarget& target, model::command::Work&& work,
                                           Order order) {
  model::command::RecordedWork recorded;
  recorded.work = std::move(work);
  recorded.order = order;
  recorded.queue = target.queue;
  recorded.is_in_order = !target.as_enqueue.queue->is_out_of_order();
  recorded.after = std::move(target.sync_points);
  return recorded;
}

/// Records a launch, and gives its handle.
Status record_dispatch(check::RecordTarget&& target, model::command::MutableDispatch&& dispatch,
                       std::vector<cl_command_properties_khr>&& properties,
                       cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  auto recorded =
      target.buffer->record(recorded_work(target, {}, Order::normal),
                            {target.as_enqueue.queue, std::move(properties), std::move(dispatch)});
  if (!recorded.ok()) return recorded.status();
  if (sync_point != nullptr) *sync_point = recorded.value().sync_point;
  *mutable_handle = model::give_handle<cl_mutable_command_khr>(std::move(recorded).value().handle);
  return CL_SUCCESS;
}

/// `launch`: the launch that the work is; null: it is none.
Status record_work(check::RecordTarget&& target, model::command::Work&& work, Order order,
                   cl_sync_point_khr* sync_point,
                   std::unique_ptr<const model::command::LaunchRequest> launch = nullptr) {
  model::command::RecordedWork recorded = recorded_work(target, std::move(work), order);
  recorded.launch = std::move(launch);
  const auto made = target.buffer->record(std::move(recorded));
  if (!made.ok()) return made.status();
  if (sync_point != nullptr) *sync_point = made.value();
  return CL_SUCCESS;
}

/// Records the work that `make_work(target)` checks and gives. `sync_point` may be null, and is
/// written only when the result is CL_SUCCESS.
template <class MakeWork>
cl_int record(const check::RawRecording& raw, cl_sync_point_khr* sync_point,
              const MakeWork& make_work) noexcept {
  return guarded([&]() -> Status {
    auto target = check::record_target(raw);
    if (!target.ok()) return target.status();
    auto work = make_work(target.value().as_enqueue);
    if (!work.ok()) return work.status();
    return record_work(std::move(target).value(), std::move(work).value(), Order::normal,
                       sync_point);
  });
}

/// Makes the work of a command on shared virtual memory, where the device has that.
template <class MakeWork>
CheckedWork with_svm(const check::EnqueueTarget& target, const MakeWork& make_work) {
  if (Status status = check::offers_svm(target); !status.ok()) return status;
  return make_work();
}

}  // namespace

cl_int clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer,
                                       cl_command_queue command_queue,
                                       const cl_command_properties_khr* properties,
                                       cl_uint num_sync_points_in_wait_list,
                                       const cl_sync_point_khr* sync_point_wait_list,
                                       cl_sync_point_khr* sync_point,
                                       cl_mutable_command_khr* mutable_handle) {
  return guarded([&]() -> Status {
    auto target =
        check::record_target({command_buffer, command_queue, properties,
                              num_sync_points_in_wait_list, sync_point_wait_list, mutable_handle});
    if (!target.ok()) return target.status();
    model::command::Work nothing;
    nothing.type = CL_COMMAND_BARRIER;
    return record_work(std::move(target).value(), std::move(nothing), Order::barrier, sync_point);
  });
}

cl_int clCommandNDRangeKernelKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_kernel kernel, cl_uint work_dim,
    const size_t* global_work_offset, const size_t* global_work_size, const size_t* local_work_size,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  constexpr const char* call = "clCommandNDRangeKernelKHR";
  return guarded([&]() -> Status {
    auto target = check::record_target({.buffer = command_buffer,
                                        .queue = command_queue,
                                        .properties = properties,
                                        .sync_point_count = num_sync_points_in_wait_list,
                                        .sync_points = sync_point_wait_list,
                                        .mutable_handle = mutable_handle,
                                        .is_launch = true});
    if (!target.ok()) return target.status();
    auto listed = check::dispatch_properties(target.value(), properties, local_work_size);
    if (!listed.ok()) return listed.status();
    const check::RawRange range{work_dim, global_work_offset, global_work_size, local_work_size};
    if (mutable_handle == nullptr) {
      auto request = check::recorded_launch(target.value(), kernel, range);
      auto work = launch_work(target.value().as_enqueue, kernel, range, call, request);
      if (!work.ok()) return work.status();
      return record_work(
          std::move(target).value(), std::move(work).value(), Order::normal, sync_point,
          std::make_unique<model::command::LaunchRequest>(std::move(request).value()));
    }
    auto dispatch = check::mutable_dispatch(target.value(), kernel, range, listed.value().fields);
    if (!dispatch.ok()) {
      return refuse_launch(target.value().as_enqueue, kernel, range, call, dispatch.status());
    }
    return record_dispatch(std::move(target).value(), std::move(dispatch).value(),
                           std::move(listed).value().list, sync_point, mutable_handle);
  });
}

cl_int clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr* properties, cl_mem src_buffer,
                              cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr* sync_point_wait_list,
                              cl_sync_point_khr* sync_point,
                              cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return copy_buffer_work(target, src_buffer, dst_buffer, src_offset, dst_offset,
                                          size);
                });
}

cl_int clCommandCopyBufferRectKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem src_buffer, cl_mem dst_buffer,
    const size_t* src_origin, const size_t* dst_origin, const size_t* region, size_t src_row_pitch,
    size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return copy_rect_work(target, src_buffer, dst_buffer,
                                        {src_origin, src_row_pitch, src_slice_pitch},
                                        {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
                });
}

cl_int clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr* properties, cl_mem buffer,
                              const void* pattern, size_t pattern_size, size_t offset, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr* sync_point_wait_list,
                              cl_sync_point_khr* sync_point,
                              cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return fill_buffer_work(target, buffer, {pattern, pattern_size}, offset, size);
                });
}

cl_int clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr* properties, cl_mem src_image,
                             cl_mem dst_image, const size_t* src_origin, const size_t* dst_origin,
                             const size_t* region, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr* sync_point_wait_list,
                             cl_sync_point_khr* sync_point,
                             cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return copy_image_work(target, src_image, dst_image, src_origin, dst_origin,
                                         region);
                });
}

cl_int clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer,
                                     cl_command_queue command_queue,
                                     const cl_command_properties_khr* properties, cl_mem src_buffer,
                                     cl_mem dst_image, size_t src_offset, const size_t* dst_origin,
                                     const size_t* region, cl_uint num_sync_points_in_wait_list,
                                     const cl_sync_point_khr* sync_point_wait_list,
                                     cl_sync_point_khr* sync_point,
                                     cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return copy_between_work(target, dst_image, {dst_origin, region}, src_buffer,
                                           src_offset, check::CopyTo::image);
                });
}

cl_int clCommandCopyImageToBufferKHR(
    cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
    const cl_command_properties_khr* properties, cl_mem src_image, cl_mem dst_buffer,
    const size_t* src_origin, const size_t* region, size_t dst_offset,
    cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr* sync_point_wait_list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return copy_between_work(target, src_image, {src_origin, region}, dst_buffer,
                                           dst_offset, check::CopyTo::buffer);
                });
}

cl_int clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr* properties, cl_mem image,
                             const void* fill_color, const size_t* origin, const size_t* region,
                             cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr* sync_point_wait_list,
                             cl_sync_point_khr* sync_point,
                             cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return fill_image_work(target, image, fill_color, {origin, region});
                });
}

cl_int clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                             const cl_command_properties_khr* properties, void* dst_ptr,
                             const void* src_ptr, size_t size, cl_uint num_sync_points_in_wait_list,
                             const cl_sync_point_khr* sync_point_wait_list,
                             cl_sync_point_khr* sync_point,
                             cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return with_svm(target, [&] {
                    return copy_addresses_work(target, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr,
                                               size);
                  });
                });
}

cl_int clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                              const cl_command_properties_khr* properties, void* svm_ptr,
                              const void* pattern, size_t pattern_size, size_t size,
                              cl_uint num_sync_points_in_wait_list,
                              const cl_sync_point_khr* sync_point_wait_list,
                              cl_sync_point_khr* sync_point,
                              cl_mutable_command_khr* mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                 sync_point_wait_list, mutable_handle},
                sync_point, [&](const check::EnqueueTarget& target) {
                  return with_svm(target, [&] {
                    return fill_address_work(target, CL_COMMAND_SVM_MEMFILL, svm_ptr,
                                             {pattern, pattern_size}, size);
                  });
                });
}

}  // namespace cleave::api

// 5.10: executing kernels; cl_khr_suggested_local_work_size.
#include <algorithm>

#include "api/check/launch.h"
#include "api/check/launch_message.h"
#include "api/check/native.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"

namespace cleave::api {
namespace {

using support::Status;

/// Refused launches are what applications get wrong most: the context hears why.
Status refuse(const check::EnqueueTarget& target, cl_kernel kernel, const check::RawRange& range,
              Status status) {
  const model::Context& context = target.queue->context();
  if (context.is_notified()) {
    context.notify(check::launch_message(*target.queue, kernel, range, status.code()));
  }
  return status;
}

Status launch(check::EnqueueTarget&& target, const model::command::LaunchRequest& request,
              cl_kernel kernel, const check::RawRange& range, cl_event* event) {
  auto work = model::command::launch_work(*target.queue, request);
  // A memory object among the arguments is gone. Where there is no code, Kernel::code says so
  // itself.
  if (work.status() == CL_INVALID_KERNEL_ARGS) {
    return refuse(target, kernel, range, CL_INVALID_KERNEL_ARGS);
  }
  if (!work.ok()) return work.status();
  return enqueue(std::move(target), std::move(work).value(), Blocking::no, event);
}

}  // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t* global_work_offset, const size_t* global_work_size,
                              const size_t* local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    const check::RawRange range{work_dim, global_work_offset, global_work_size, local_work_size};
    const auto request = check::launch(target.value(), kernel, range);
    if (!request.ok()) return refuse(target.value(), kernel, range, request.status());
    return launch(std::move(target).value(), request.value(), kernel, range, event);
  });
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                     cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                     cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    const auto request = check::task(target.value(), kernel);
    if (!request.ok()) return refuse(target.value(), kernel, check::task_range, request.status());
    return launch(std::move(target).value(), request.value(), kernel, check::task_range, event);
  });
}

cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel,
                                            cl_uint work_dim, const size_t* global_work_offset,
                                            const size_t* global_work_size,
                                            size_t* suggested_local_work_size) {
  return guarded([&]() -> Status {
    const check::RawRange range{work_dim, global_work_offset, global_work_size, nullptr};
    const auto checked = check::suggestion(command_queue, kernel, range, suggested_local_work_size);
    if (!checked.ok()) return checked.status();
    const auto& [queue, request] = checked.value();
    const auto size =
        model::command::local_size(*queue, request, request.kernel->on(queue->device()));
    std::copy_n(size.begin(), work_dim, suggested_local_work_size);
    return CL_SUCCESS;
  });
}

cl_int clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue, cl_kernel kernel,
                                         cl_uint work_dim, const size_t* global_work_offset,
                                         const size_t* global_work_size,
                                         size_t* suggested_local_work_size) {
  return api::clGetKernelSuggestedLocalWorkSizeKHR(command_queue, kernel, work_dim,
                                                   global_work_offset, global_work_size,
                                                   suggested_local_work_size);
}

cl_int clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK* user_func)(void*),
                             void* args, size_t cb_args, cl_uint num_mem_objects,
                             const cl_mem* mem_list, const void** args_mem_loc,
                             cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                             cl_event* event) {
  return guarded([&]() -> Status {
    auto target = check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list);
    if (!target.ok()) return target.status();
    auto request = check::native(
        target.value(), {user_func, args, cb_args, num_mem_objects, mem_list, args_mem_loc});
    if (!request.ok()) return request.status();
    return enqueue(std::move(target).value(),
                   model::command::native_work(std::move(request).value()), Blocking::no, event);
  });
}

}  // namespace cleave::api

// 5.10: executing kernels; cl_khr_suggested_local_work_size.
#include <algorithm>

#include "api/check/launch.h"
#include "api/check/native.h"
#include "api/command_work.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"

namespace cleave::api {

using support::Status;

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t* global_work_offset, const size_t* global_work_size,
                              const size_t* local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event, [&](const check::EnqueueTarget& target) {
          return launch_work(target, kernel,
                             {work_dim, global_work_offset, global_work_size, local_work_size},
                             "clEnqueueNDRangeKernel");
        });
  });
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                     cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                     cl_event* event) {
  return guarded([&] {
    return enqueue_work(
        check::enqueue_target(command_queue, num_events_in_wait_list, event_wait_list),
        Blocking::no, event,
        [&](const check::EnqueueTarget& target) { return task_work(target, kernel); });
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

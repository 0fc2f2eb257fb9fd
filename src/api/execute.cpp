// 5.10: executing kernels.
#include "api/check/kernel.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/unsupported.h"

namespace cleave::api {
namespace {

using support::Result;
using support::Status;

bool runs_nothing(const model::LaunchRequest& request) {
  const auto& size = request.global_size;
  return size[0] == 0 || size[1] == 0 || size[2] == 0;
}

Status launch(check::Placement placement, const model::LaunchRequest& request, cl_event* event) {
  if (runs_nothing(request)) {
    model::Queue::Submission nothing;
    nothing.type = request.type;
    return enqueue(std::move(placement), std::move(nothing), Blocking::no, event);
  }
  auto submission = model::launch_submission(*placement.queue, request);
  if (!submission.ok()) return submission.status();
  return enqueue(std::move(placement), std::move(submission).value(), Blocking::no, event);
}

}  // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t* global_work_offset, const size_t* global_work_size,
                              const size_t* local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
  return guarded([&]() -> Status {
    auto place = check::placement(command_queue, num_events_in_wait_list, event_wait_list);
    if (!place.ok()) return place.status();
    const auto request = check::launch(
        place.value(), kernel, {work_dim, global_work_offset, global_work_size, local_work_size});
    if (!request.ok()) return request.status();
    return launch(std::move(place).value(), request.value(), event);
  });
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel,
                     cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                     cl_event* event) {
  return guarded([&]() -> Status {
    auto place = check::placement(command_queue, num_events_in_wait_list, event_wait_list);
    if (!place.ok()) return place.status();
    const auto request = check::task(place.value(), kernel);
    if (!request.ok()) return request.status();
    return launch(std::move(place).value(), request.value(), event);
  });
}

cl_int clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK*)(void*), void*,
                             size_t, cl_uint, const cl_mem*, const void**, cl_uint, const cl_event*,
                             cl_event*) {
  return refused<model::Queue>(command_queue);
}

}  // namespace cleave::api

// cl_khr_semaphore: semaphores, and the commands that wait for them and signal them.
#include "model/command/semaphore.h"

#include "api/check/semaphore.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"

namespace cleave::api {
namespace {

using model::command::Event;
using model::command::Queue;
using model::command::Semaphore;
using support::Ref;
using support::Result;
using support::Status;

/// Enqueues the checked command by `submit(queue, semaphores, schedule)`, and gives its event.
template <class Submit>
Status enqueue_semaphores(const check::RawSemaphoreCommand& raw, cl_event* event,
                          const Submit& submit) {
  auto command = check::semaphore_command(raw);
  if (!command.ok()) return command.status();
  auto& [target, semaphores] = command.value();
  Queue::Schedule schedule{
      .wait_list = std::move(target.wait_list),
      .handle = event != nullptr ? Event::Handle::wanted : Event::Handle::none};
  Result<Ref<Event>> submitted =
      submit(std::move(target.queue), std::move(semaphores), std::move(schedule));
  if (!submitted.ok()) return submitted.status();
  if (event != nullptr) *event = model::give_handle<cl_event>(std::move(submitted).value());
  return CL_SUCCESS;
}

}  // namespace

cl_semaphore_khr clCreateSemaphoreWithPropertiesKHR(cl_context context,
                                                    const cl_semaphore_properties_khr* sema_props,
                                                    cl_int* errcode_ret) {
  return guarded_create<cl_semaphore_khr>(errcode_ret, [&]() -> Result<Ref<Semaphore>> {
    auto request = check::create_semaphore(context, sema_props);
    if (!request.ok()) return request.status();
    auto semaphore = Semaphore::make(std::move(request).value());
    if (!semaphore) return CL_OUT_OF_HOST_MEMORY;
    return semaphore;
  });
}

cl_int clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return retain<Semaphore>(sema_object);
}

cl_int clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return release<Semaphore>(sema_object);
}

cl_int clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name,
                             size_t param_value_size, void* param_value,
                             size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<Semaphore>(sema_object);
    if (!found.ok()) return found.status();
    return info::semaphore(*found.value(), param_name,
                           {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clEnqueueWaitSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                  const cl_semaphore_khr* sema_objects,
                                  const cl_semaphore_payload_khr*, cl_uint num_events_in_wait_list,
                                  const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_semaphores(
        {command_queue, num_sema_objects, sema_objects, num_events_in_wait_list, event_wait_list},
        event, model::command::wait_for_semaphores);
  });
}

cl_int clEnqueueSignalSemaphoresKHR(cl_command_queue command_queue, cl_uint num_sema_objects,
                                    const cl_semaphore_khr* sema_objects,
                                    const cl_semaphore_payload_khr*,
                                    cl_uint num_events_in_wait_list,
                                    const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return enqueue_semaphores(
        {command_queue, num_sema_objects, sema_objects, num_events_in_wait_list, event_wait_list},
        event, model::command::signal_semaphores);
  });
}

}  // namespace cleave::api

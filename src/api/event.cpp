// 5.11, 5.12 and 5.14: events, markers, barriers and profiling.
#include "model/command/event.h"

#include "api/check/enqueue.h"
#include "api/enqueue.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"
#include "api/lifetime.h"

namespace cleave::api {
namespace {

using support::Ref;
using support::Result;
using support::Status;
using Order = model::command::Queue::Order;

Status synchronize(cl_command_queue command_queue, cl_uint count, const cl_event* events,
                   cl_command_type type, Order order, cl_event* event) {
  auto target = check::enqueue_target(command_queue, count, events);
  if (!target.ok()) return target.status();
  model::command::Work nothing;
  nothing.type = type;
  return enqueue(std::move(target).value(), std::move(nothing), Blocking::no, event, order);
}

}  // namespace

cl_event clCreateUserEvent(cl_context context, cl_int* errcode_ret) {
  return guarded_create<cl_event>(errcode_ret, [&]() -> Result<Ref<model::command::Event>> {
    const auto found = check::object<model::Context>(context);
    if (!found.ok()) return found.status();
    return model::command::Event::create_user_event(found.value());
  });
}

cl_int clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::command::Event>(event);
    if (!found.ok()) return found.status();
    if (!found.value()->is_user_event()) return CL_INVALID_EVENT;
    if (execution_status > CL_COMPLETE) return CL_INVALID_VALUE;
    return found.value()->set_status(execution_status) ? CL_SUCCESS : CL_INVALID_OPERATION;
  });
}

cl_int clWaitForEvents(cl_uint num_events, const cl_event* event_list) {
  return guarded([&]() -> Status {
    const auto events = check::events_to_wait_for(num_events, event_list);
    if (!events.ok()) return events.status();
    return model::command::wait_for_events(events.value());
  });
}

cl_int clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size,
                      void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::command::Event>(event);
    if (!found.ok()) return found.status();
    return info::event(*found.value(), param_name,
                       {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                          void(CL_CALLBACK* pfn_notify)(cl_event, cl_int, void*), void* user_data) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::command::Event>(event);
    if (!found.ok()) return found.status();
    if (pfn_notify == nullptr || command_exec_callback_type < CL_COMPLETE ||
        command_exec_callback_type > CL_SUBMITTED) {
      return CL_INVALID_VALUE;
    }
    found.value()->add_callback(
        command_exec_callback_type,
        [pfn_notify, user_data](model::command::Event* reached, cl_int status) {
          pfn_notify(model::handle_of<cl_event>(reached), status, user_data);
        });
    return CL_SUCCESS;
  });
}

cl_int clRetainEvent(cl_event event) {
  return retain<model::command::Event>(event);
}

cl_int clReleaseEvent(cl_event event) {
  return release<model::command::Event>(event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                   const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return synchronize(command_queue, num_events_in_wait_list, event_wait_list, CL_COMMAND_MARKER,
                       Order::marker, event);
  });
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue command_queue, cl_uint num_events_in_wait_list,
                                    const cl_event* event_wait_list, cl_event* event) {
  return guarded([&] {
    return synchronize(command_queue, num_events_in_wait_list, event_wait_list, CL_COMMAND_BARRIER,
                       Order::barrier, event);
  });
}

cl_int clEnqueueMarker(cl_command_queue command_queue, cl_event* event) {
  return guarded([&]() -> Status {
    if (const auto queue = check::host_queue(command_queue); !queue.ok()) return queue.status();
    if (event == nullptr) return CL_INVALID_VALUE;
    return synchronize(command_queue, 0, nullptr, CL_COMMAND_MARKER, Order::marker, event);
  });
}

cl_int clEnqueueBarrier(cl_command_queue command_queue) {
  return guarded([&] {
    return synchronize(command_queue, 0, nullptr, CL_COMMAND_BARRIER, Order::barrier, nullptr);
  });
}

cl_int clEnqueueWaitForEvents(cl_command_queue command_queue, cl_uint num_events,
                              const cl_event* event_list) {
  return guarded([&]() -> Status {
    if (const auto queue = check::host_queue(command_queue); !queue.ok()) return queue.status();
    // OpenCL 1.0 names these two otherwise than wait lists do.
    if (num_events == 0 || event_list == nullptr) return CL_INVALID_VALUE;
    const Status status = synchronize(command_queue, num_events, event_list, CL_COMMAND_BARRIER,
                                      Order::barrier, nullptr);
    return status == Status(CL_INVALID_EVENT_WAIT_LIST) ? Status(CL_INVALID_EVENT) : status;
  });
}

cl_int clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name,
                               size_t param_value_size, void* param_value,
                               size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::command::Event>(event);
    if (!found.ok()) return found.status();
    const model::command::Event& its_event = *found.value();
    if (its_event.queue() == nullptr || !its_event.queue()->is_profiled() ||
        its_event.type() == CL_COMMAND_SVM_FREE || its_event.query_status() != CL_COMPLETE) {
      return CL_PROFILING_INFO_NOT_AVAILABLE;
    }
    return info::event_profiling(its_event, param_name,
                                 {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api

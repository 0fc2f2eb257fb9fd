// Ends every enqueue: submits the command to its queue and gives the application its event.
#pragma once

#include <CL/cl.h>

#include "api/check/enqueue.h"
#include "model/command/queue.h"

namespace cleave::api {

enum class Blocking : uint8_t { no, yes };

/// Submits; with Blocking::yes also waits, and a failure of the command is the caller's error.
/// `event` may be null and is written only when the result is CL_SUCCESS.
[[nodiscard]] support::Status enqueue(
    check::EnqueueTarget&& target, model::command::Work&& work, Blocking blocking, cl_event* event,
    model::command::Queue::Order order = model::command::Queue::Order::normal);

[[nodiscard]] inline Blocking blocking(cl_bool flag) {
  return flag != CL_FALSE ? Blocking::yes : Blocking::no;
}

}  // namespace cleave::api

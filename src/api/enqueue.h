// Ends every enqueue: submits the command to its queue and gives the application its event.
#pragma once

#include <CL/cl.h>

#include <utility>

#include "api/check/enqueue.h"
#include "model/command/queue.h"

namespace cleave::api {

enum class Blocking : uint8_t { no, yes };

/// Submits; with Blocking::yes also waits, and a failure of the command is the caller's error.
/// `event` may be null and is written only when the result is CL_SUCCESS.
[[nodiscard]] support::Status enqueue(
    check::EnqueueTarget&& target, model::command::Work&& work, Blocking blocking, cl_event* event,
    model::command::Queue::Order order = model::command::Queue::Order::normal);

/// The queue and the wait list of a call, or the error that they have.
using CheckedTarget = support::Result<check::EnqueueTarget>;

/// Enqueues the work that `make_work(target)` gives, or refuses.
template <class MakeWork>
[[nodiscard]] support::Status enqueue_work(CheckedTarget target, Blocking blocking, cl_event* event,
                                           const MakeWork& make_work) {
  if (!target.ok()) return target.status();
  support::Result<model::command::Work> work = make_work(std::as_const(target).value());
  if (!work.ok()) return work.status();
  return enqueue(std::move(target).value(), std::move(work).value(), blocking, event);
}

[[nodiscard]] inline Blocking blocking(cl_bool flag) {
  return flag != CL_FALSE ? Blocking::yes : Blocking::no;
}

}  // namespace cleave::api

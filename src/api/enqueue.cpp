#include "api/enqueue.h"

namespace cleave::api {

support::Status enqueue(check::EnqueueTarget&& target, model::command::Work&& work,
                        Blocking blocking, cl_event* event, model::command::Queue::Order order) {
  using Handle = model::command::Event::Handle;
  const model::command::Queue::Schedule schedule{
      .wait_list = std::move(target.wait_list),
      .handle = event != nullptr ? Handle::wanted : Handle::none,
      .order = order};
  auto submitted =
      model::command::Queue::submit(std::move(target.queue), std::move(work), schedule);
  if (!submitted.ok()) return submitted.status();
  support::Ref<model::command::Event> command = std::move(submitted).value();
  if (blocking == Blocking::yes) {
    const cl_int status = command->wait();
    if (status < CL_COMPLETE) return status;
  }
  if (event != nullptr) *event = model::give_handle<cl_event>(std::move(command));
  return CL_SUCCESS;
}

}  // namespace cleave::api

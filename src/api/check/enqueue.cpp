#include "api/check/enqueue.h"

namespace cleave::api::check {

using support::Ref;
using support::Result;

Result<EnqueueTarget> enqueue_target(cl_command_queue queue_handle, cl_uint event_count,
                                     const cl_event* events) {
  auto queue = host_queue(queue_handle);
  if (!queue.ok()) return queue.status();
  // Before anything that another thread may have been amidst when this process was forked.
  if (queue.value()->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  auto list = wait_list(queue.value()->context(), event_count, events);
  if (!list.ok()) return list.status();
  return EnqueueTarget{std::move(queue).value(), std::move(list).value()};
}

Result<Ref<model::memory::MemoryObject>> memory_for(const EnqueueTarget& target,
                                                    cl_mem memory_handle) {
  auto memory = object<model::memory::MemoryObject>(memory_handle);
  if (!memory.ok()) return memory.status();
  if (&memory.value()->context() != &target.queue->context()) return CL_INVALID_CONTEXT;
  return memory;
}

Result<Ref<model::memory::MemoryObject>> buffer_for(const EnqueueTarget& target,
                                                    cl_mem buffer_handle) {
  auto buffer = memory_for(target, buffer_handle);
  if (buffer.ok() && buffer.value()->type() != CL_MEM_OBJECT_BUFFER) return CL_INVALID_MEM_OBJECT;
  return buffer;
}

Result<std::vector<Ref<model::command::Event>>> events_to_wait_for(cl_uint count,
                                                                   const cl_event* events) {
  if (count == 0 || events == nullptr) return CL_INVALID_VALUE;
  std::vector<Ref<model::command::Event>> list;
  list.reserve(count);
  for (cl_uint i = 0; i < count; ++i) {
    auto event = object<model::command::Event>(events[i]);
    if (!event.ok()) return event.status();
    if (i > 0 && &event.value()->context() != &list.front()->context()) return CL_INVALID_CONTEXT;
    list.push_back(std::move(event).value());
  }
  return list;
}

}  // namespace cleave::api::check

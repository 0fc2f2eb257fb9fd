// Makes objects of SYCL's library.
#include "objects.h"

#include <thread>
#include <vector>

namespace cleave::sycl::test {

cleave_sycl_device* device() {
  static cleave_sycl_device* const found = [] {
    const cleave_sycl_selection any{sizeof any, nullptr, 0, nullptr, 0};
    cleave_sycl_device* selected = nullptr;
    check(api().select_device(&any, &selected));
    return selected;
  }();
  return found;
}

Queue make_queue(uint32_t flags, const cleave_sycl_async_handler& handler,
                 cleave_sycl_context* context) {
  const cleave_sycl_queue_request request{sizeof request, flags, context, device(), handler};
  cleave_sycl_queue* made = nullptr;
  check(api().create_queue(&request, &made));
  return Queue(made);
}

Buffer make_buffer(void* host, size_t bytes) {
  const cleave_sycl_buffer_request request{sizeof request, bytes, host, 0, 1, {}, nullptr, {}};
  cleave_sycl_buffer* made = nullptr;
  check(api().create_buffer(&request, &made));
  return Buffer(made);
}

cleave_sycl_context* context_of(const Queue& queue) {
  return api().queue_context(queue.get());
}

void* allocate(const Queue& queue, size_t bytes) {
  const cleave_sycl_usm_request request{
      sizeof request, CLEAVE_SYCL_USM_SHARED, context_of(queue), device(), bytes, 0};
  void* memory = nullptr;
  check(api().allocate(&request, &memory));
  return memory;
}

Group::Group(const Queue& queue) {
  cleave_sycl_command_group* made = nullptr;
  check(api().create_group(queue.get(), &made));
  group_ = Held(made);
}

Event submit(const Queue& queue, const Group& group, Task function) {
  const cleave_sycl_host_task task{
      sizeof task,
      {new Task(std::move(function)), [](void* state) { delete static_cast<Task*>(state); }},
      [](void* state, const cleave_sycl_interop*, cleave_sycl_exception* thrown) {
        (*static_cast<Task*>(state))(thrown);
      }};
  cleave_sycl_event* made = nullptr;
  check(api().host_task(queue.get(), group.contents(), &task, &made));
  return Event(made);
}

void in_threads(const std::function<void(int)>& function) {
  std::vector<std::thread> threads;
  for (int i = 0; i < thread_count; ++i) threads.emplace_back(function, i);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace cleave::sycl::test

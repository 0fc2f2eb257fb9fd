// Orders commands by their dependencies and buffers.
#include "sycl/submission.h"

#include <utility>

namespace cleave::sycl {

Submission::Submission(Queue& queue, const cleave_sycl_group* group) : queue_(queue) {
  if (group == nullptr) return;
  for (size_t i = 0; i < group->dependency_count; ++i) {
    Event& event = usable_event(group->dependencies[i]);
    waits_.add(event, queue);
    dependencies_.push_back(Ref(&event));
  }
  bool has_mutexes = false;
  for (size_t i = 0; i < group->access_count; ++i) {
    const cleave_sycl_access& access = group->accesses[i];
    Buffer& buffer = locks_.lock(access);
    const cl_ulong address = buffer.begin_use(queue_, access.mode, waits_);
    if (address != 0) addresses_.push_back(address);
    has_mutexes |= buffer.mutex().state != nullptr;
  }
  if (has_mutexes) hold_mutexes();
}

void Submission::wait_for_barrier() {
  if (queue_.is_in_order()) return;
  const cl_event barrier = queue_.open_barrier();
  if (barrier == nullptr) return;
  waits_.add_retained(barrier);
  clReleaseEvent(barrier);
}

void Submission::hold_mutexes() {
  std::vector<MutexHold::Use> uses;
  for (const cleave_sycl_access& access : locks_) {
    Buffer& buffer = object_of<Buffer>(access.buffer);
    if (buffer.mutex().state == nullptr) continue;
    uses.push_back({&buffer, buffer.memory_in(queue_.native()), buffer.memory_of_host(),
                    (access.mode & CLEAVE_SYCL_ACCESS_NO_INIT) == 0,
                    (access.mode & CLEAVE_SYCL_ACCESS_WRITE) != 0});
  }
  hold_ = MutexHold::open(queue_, waits_, std::move(uses));
}

Submission::~Submission() {
  if (hold_) hold_->close(nullptr);
  if (event_ != nullptr) clReleaseEvent(event_);
}

void Submission::end(cleave_sycl_event** event) {
  if (hold_) std::exchange(hold_, nullptr)->close(event_);
  auto made = support::make_ref<CommandEvent>(Ref(&queue_), std::exchange(event_, nullptr),
                                              std::move(name_));
  for (const cleave_sycl_access& access : locks_) {
    auto& buffer = object_of<Buffer>(access.buffer);
    buffer.take_conflicts(queue_, access.mode, dependencies_);
    buffer.end_use(&queue_.native(), access.mode, made);
  }
  if (!dependencies_.empty()) made->set_wait_list(std::move(dependencies_));
  if (event != nullptr) *event = give<cleave_sycl_event>(std::move(made));
}

}  // namespace cleave::sycl

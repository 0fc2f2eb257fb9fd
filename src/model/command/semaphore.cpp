#include "model/command/semaphore.h"

#include <algorithm>
#include <utility>

#include "os/fork.h"

namespace cleave::model::command {

namespace {

/// Events of a wait command that no semaphore has yet. Those that are left are ended: a command
/// that the queue had no memory for depends on them.
struct NewWaits {
  NewWaits() = default;
  NewWaits(const NewWaits&) = delete;
  NewWaits& operator=(const NewWaits&) = delete;
  ~NewWaits() {
    for (const support::Ref<Event>& event : events) event->set_status(CL_OUT_OF_HOST_MEMORY);
  }
  Semaphore::Waits events;
};

}  // namespace

Semaphore::Semaphore(Request request)
    : request_(std::move(request)), made_in_(os::fork_generation()) {}

bool Semaphore::is_for(const Device& device) const {
  return std::ranges::any_of(
      devices(), [&](const support::Ref<Device>& each) { return device.is_within(each.get()); });
}

bool Semaphore::is_signalled() const {
  const std::scoped_lock lock(mutex_);
  return signal_ == CL_COMPLETE;
}

bool Semaphore::is_lost_by_fork() const {
  return made_in_ != os::fork_generation();
}

void Semaphore::begin_wait(Waits& waits) noexcept {
  Waits taken;
  cl_int status = CL_COMPLETE;
  {
    const std::scoped_lock lock(mutex_);
    const bool may_go_on = signal_.has_value();
    status = signal_.value_or(status);
    signal_.reset();
    Waits& to = may_go_on ? taken : waits_;
    to.splice(to.end(), waits, waits.begin());
  }
  for (const support::Ref<Event>& event : taken) event->set_status(status);
}

support::Ref<Event> Semaphore::signal(cl_int status) noexcept {
  support::Ref<Event> first;
  const std::scoped_lock lock(mutex_);
  if (!waits_.empty()) {
    first = std::move(waits_.front());
    waits_.pop_front();
  } else if (signal_ != CL_COMPLETE) {
    signal_ = status;
  }
  return first;
}

void SemaphoreSignals::perform(cl_int status) noexcept {
  for (size_t i = 0; i < semaphores_.size(); ++i) released_[i] = semaphores_[i]->signal(status);
}

void SemaphoreSignals::release_waits(cl_int status) {
  const DeferredStarts together;
  for (const support::Ref<Event>& event : released_) {
    if (event) event->set_status(status);
  }
}

support::Result<support::Ref<Event>> wait_for_semaphores(support::Ref<Queue> queue,
                                                         const Semaphores& semaphores,
                                                         Queue::Schedule schedule) {
  Work work;
  work.type = CL_COMMAND_SEMAPHORE_WAIT_KHR;
  work.extra().semaphores = semaphores;
  NewWaits waits;
  for (const support::Ref<Semaphore>& semaphore : semaphores) {
    auto event = Event::create_user_event(support::Ref<Context>(&semaphore->context()));
    if (!event.ok()) return event.status();
    waits.events.push_back(event.value());
    schedule.wait_list.push_back(std::move(event).value());
  }
  auto command = Queue::submit(std::move(queue), std::move(work), schedule);
  if (!command.ok()) return command;
  for (const support::Ref<Semaphore>& semaphore : semaphores) semaphore->begin_wait(waits.events);
  return command;
}

support::Result<support::Ref<Event>> signal_semaphores(support::Ref<Queue> queue,
                                                       Semaphores semaphores,
                                                       const Queue::Schedule& schedule) {
  Work work;
  work.type = CL_COMMAND_SEMAPHORE_SIGNAL_KHR;
  work.extra().signals = std::make_unique<SemaphoreSignals>(std::move(semaphores));
  auto command = Queue::submit(queue, std::move(work), schedule);
  if (command.ok()) queue->flush();
  return command;
}

}  // namespace cleave::model::command

#include "model/queue.h"

#include <utility>

namespace cleave::model {

namespace {

using Order = Queue::Submission::Order;

/// A marker or barrier without a wait list comes after every command before it.
bool is_after_everything(const Queue::Submission& submission) {
  return submission.order != Order::normal && submission.wait_list.empty();
}

}  // namespace

support::Result<support::Ref<Queue>> Queue::create(Request request) {
  support::Ref<Queue> queue = make(std::move(request));
  if (!queue) return CL_OUT_OF_HOST_MEMORY;
  return queue;
}

Queue::Queue(Request request) : request_(std::move(request)) {}

void Queue::collect_dependencies(const Submission& submission,
                                 std::vector<support::Ref<Event>>& dependencies) const {
  if (!is_out_of_order() || is_after_everything(submission)) {
    dependencies = open_;
  } else if (barrier_) {
    dependencies.push_back(barrier_);
  }
}

void Queue::remember(const support::Ref<Event>& event, const Submission& submission) {
  // What comes after everything stands for everything; so does every command of an in-order queue.
  if (!is_out_of_order() || is_after_everything(submission)) open_.clear();
  event->place_in_queue_ = open_.size();
  open_.push_back(event);
  if (is_out_of_order() && submission.order == Order::barrier) barrier_ = event;
}

support::Result<support::Ref<Event>> Queue::submit(Submission submission) {
  auto created = Event::create(request_.context, support::Ref<Queue>(this), submission.type);
  if (!created.ok()) return created.status();
  support::Ref<Event> event = std::move(created).value();

  const auto command =
      support::make_ref<Command>(event, std::move(submission.action),
                                 std::move(submission.accesses), std::move(submission.at_end));
  std::vector<support::Ref<Event>> dependencies;
  {
    const std::scoped_lock lock(mutex_);
    collect_dependencies(submission, dependencies);
    remember(event, submission);
  }
  for (const support::Ref<Event>& before : submission.wait_list) command->depend_on(*before, true);
  for (const support::Ref<Event>& before : dependencies) command->depend_on(*before, false);
  command->arm();
  return event;
}

void Queue::forget(Event& event) {
  // The references go when the lock is free: with the last one the queue itself goes.
  const support::Ref<Queue> self(this);
  support::Ref<Event> entry;
  support::Ref<Event> barrier;
  const std::scoped_lock lock(mutex_);
  if (barrier_.get() == &event) std::swap(barrier, barrier_);
  const size_t place = event.place_in_queue_;
  if (place >= open_.size() || open_[place].get() != &event) return;
  std::swap(entry, open_[place]);
  if (place + 1 != open_.size()) {
    open_[place] = std::move(open_.back());
    open_[place]->place_in_queue_ = place;
  }
  open_.pop_back();
}

void Queue::finish() {
  std::vector<support::Ref<Event>> open;
  {
    const std::scoped_lock lock(mutex_);
    open = open_;
  }
  for (const support::Ref<Event>& event : open) event->wait();
}

}  // namespace cleave::model

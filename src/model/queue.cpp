#include "model/queue.h"

#include <utility>

#include "support/fork.h"

namespace cleave::model {

namespace {

using Order = Queue::Submission::Order;

/// A queue that holds so many commands starts them without being asked: the device should not stand
/// idle beside them. Fewer are run sooner by the thread that is going to wait for them.
constexpr size_t deep = 256;

/// A marker or barrier without a wait list comes after every command before it.
bool is_after_everything(const Queue::Submission& submission) {
  return submission.order != Order::normal && submission.wait_list.empty();
}

/// Lives for ever and wants to know nothing.
class NoListener final : public backend::Listener {
 public:
  void started() noexcept override {}
  void completed(cl_int) noexcept override {}
};
constinit NoListener no_listener;

}  // namespace

support::Result<support::Ref<Queue>> Queue::create(Request request) {
  support::Ref<Queue> queue = make(std::move(request));
  if (!queue) return CL_OUT_OF_HOST_MEMORY;
  return queue;
}

Queue::Queue(Request request)
    : request_(std::move(request)), made_in_(support::fork_generation()) {}

bool Queue::is_lost_by_fork() const {
  return made_in_ != support::fork_generation();
}

void Queue::join_in_order(Command& command, support::Ref<Event>& released) {
  command.event().place_in_queue_ = last_number_;
  released = std::exchange(last_, support::Ref<Event>(&command.event()));
  last_seen_.store(last_.get(), std::memory_order_release);
  if (released) command.depend_on(*released, false);
}

Queue::Released Queue::join_out_of_order(Command& command, bool stands_for_all, bool is_barrier) {
  Released released;
  if (barrier_ && !stands_for_all) command.depend_on(*barrier_, false);
  if (stands_for_all) released.swap(open_);
  for (const support::Ref<Event>& before : released) command.depend_on(*before, false);
  command.event().place_in_queue_ = open_.size();
  open_.emplace_back(&command.event());
  if (is_barrier) {
    released.push_back(std::move(barrier_));
    barrier_ = open_.back();
  }
  return released;
}

support::Result<support::Ref<Event>> Queue::submit(Submission submission) {
  if (is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  auto created = Event::create(request_.context, support::Ref<Queue>(this), submission.type);
  if (!created.ok()) return created.status();
  support::Ref<Event> event = std::move(created).value();

  // Commands of other queues that were never flushed would never end.
  for (const support::Ref<Event>& before : submission.wait_list) {
    Queue* const queue = before->queue();
    if (queue != nullptr && queue != this && !before->has_ended()) {
      queue->flush();
    }
  }
  const bool stands_for_all = is_after_everything(submission);
  const bool is_barrier = submission.order == Order::barrier;
  const size_t wait_count = submission.wait_list.size();
  Command& command = *Command::make({event, std::move(submission.action),
                                     std::move(submission.accesses), std::move(submission.at_end)},
                                    wait_count + 1);
  for (const support::Ref<Event>& before : submission.wait_list) command.depend_on(*before, true);
  support::Ref<Event> released;
  Released more_released;
  bool is_deep = false;
  {
    const std::scoped_lock lock(mutex_);
    command.set_number(++last_number_);
    if (is_out_of_order()) {
      if (stands_for_all) command.expect_dependencies(open_.size());
      more_released = join_out_of_order(command, stands_for_all, is_barrier);
    } else {
      join_in_order(command, released);
    }
    (last_unflushed_ == nullptr ? first_unflushed_ : last_unflushed_->next_in_queue) = &command;
    last_unflushed_ = &command;
    const size_t count = unflushed_.load(std::memory_order_relaxed) + 1;
    unflushed_.store(count, std::memory_order_release);
    is_deep = count >= deep;
  }
  if (is_deep) flush();
  return event;
}

Command* Queue::take_unflushed() {
  const std::scoped_lock lock(mutex_);
  unflushed_.store(0, std::memory_order_relaxed);
  last_unflushed_ = nullptr;
  return std::exchange(first_unflushed_, nullptr);
}

void Queue::flush() {
  if (unflushed_.load(std::memory_order_acquire) == 0 || is_lost_by_fork()) return;
  const support::Ref<Queue> self(this);  // its last command may be the last to hold it
  for (Command* command = take_unflushed(); command != nullptr;) {
    Command* next = command->next_in_queue;
    command->arm();
    command = next;
  }
}

void Queue::help(const Event& wanted) {
  if (unflushed_.load(std::memory_order_acquire) == 0 || is_lost_by_fork()) return;
  if (!device().hardware().may_run_here(device().resources())) {
    flush();
    return;
  }
  const Help help{this, is_out_of_order() ? 0 : wanted.place_in_queue_, &wanted};
  const Helping helping(help);
  if (is_out_of_order()) {
    const StartingCommands together;  // what can run at the same time is to run on workers
    flush();
  } else {
    flush();
  }
}

void Queue::run_on_worker(std::function<void()> function) {
  device().hardware().submit(
      [function = std::move(function)]() -> cl_int {
        function();
        return CL_COMPLETE;
      },
      device().resources(), no_listener);
}

void Queue::forget(Event& event) {
  if (!is_out_of_order() && last_seen_.load(std::memory_order_acquire) != &event) return;
  // The references go when the lock is free: with the last one the queue itself goes.
  const support::Ref<Queue> self(this);
  support::Ref<Event> entry;
  support::Ref<Event> barrier;
  const std::scoped_lock lock(mutex_);
  if (last_.get() == &event) {
    std::swap(entry, last_);
    last_seen_.store(nullptr, std::memory_order_relaxed);
    return;
  }
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

support::Status Queue::finish() {
  if (is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  support::Ref<Event> last;
  std::vector<support::Ref<Event>> open;
  {
    const std::scoped_lock lock(mutex_);
    last = last_;
    open = open_;
  }
  if (last) last->wait();
  for (const support::Ref<Event>& event : open) event->wait();
  return CL_SUCCESS;
}

}  // namespace cleave::model

#include "model/command/queue.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "model/command/device_queues.h"
#include "model/queue_family.h"
#include "os/fork.h"

namespace cleave::model::command {

namespace {

using Order = Queue::Order;

/// A queue that holds so much starts it without being asked: the device should not stand idle
/// beside it. Less than that is run sooner by the thread that is going to wait for it. Handing a
/// small command to another processor costs more than running it, so that of those many may gather.
constexpr size_t deep = 16384;
constexpr size_t weight_of_small = 1;
constexpr size_t weight_of_others = 64;
constexpr uint64_t most_small_items = 64;

size_t weight(const Action& action) {
  if (std::holds_alternative<std::monostate>(action)) return weight_of_small;
  const auto* launch = std::get_if<support::Ref<backend::Launch>>(&action);
  if (launch == nullptr) return weight_of_others;
  uint64_t items = 1;
  for (const uint64_t size : (*launch)->global_size) {
    if (size > most_small_items) return weight_of_others;
    items *= size;
  }
  return items > most_small_items ? weight_of_others : weight_of_small;
}

/// A marker or barrier without a wait list comes after every command before it.
bool is_after_everything(const Queue::Schedule& schedule) {
  return schedule.order != Order::normal && schedule.wait_list.empty();
}

/// Room for 256 small kernels that wait, whatever size is asked for: programs ask for one byte and
/// enqueue again until they are not refused, which with less never ends where a work-group has more
/// children than the queue holds.
constexpr uint64_t least_device_queue_bytes = 64 << 10;

std::unique_ptr<backend::DeviceQueue> make_device_queue(const Queue::Request& request) {
  if ((request.properties & CL_QUEUE_ON_DEVICE) == 0) return nullptr;
  return std::unique_ptr<backend::DeviceQueue>(new backend::DeviceQueue{
      .where = &request.device->resources(),
      .size = std::max<uint64_t>(request.size, least_device_queue_bytes),
      .is_profiled = (request.properties & CL_QUEUE_PROFILING_ENABLE) != 0});
}

}  // namespace

support::Result<support::Ref<Queue>> Queue::create(Request request) {
  support::Ref<backend::ResourceSet> resources;
  backend::Hardware& hardware = request.device->hardware();
  if (request.family != whole_device_family) {
    const QueueFamily family = std::move(queue_families(*request.device)[request.family]);
    resources = hardware.slice(family.slices, request.index);
  }
  if (request.priority != backend::Priority::medium) {
    const backend::ResourceSet& units = resources ? *resources : request.device->resources();
    resources = hardware.with_priority(units, request.priority);
  }
  support::Ref<Queue> queue = make(std::move(request), std::move(resources));
  if (!queue) return CL_OUT_OF_HOST_MEMORY;
  queue->context().add_queue(Slab::header(queue.get()));
  return queue;
}

Queue::Queue(Request request, support::Ref<backend::ResourceSet> resources)
    : request_(std::move(request)),
      resources_(std::move(resources)),
      on_device_(make_device_queue(request_)),
      made_in_(os::fork_generation()),
      memory_(static_cast<uint8_t>(context().memory_of(device()))),
      is_of_work_order_(device().hardware().work_order() != nullptr) {}

Queue::~Queue() {
  if (on_device_) remove_default_queue(*this);
  context().remove_queue(Slab::header(this));
}

bool Queue::is_lost_by_fork() const {
  return made_in_ != os::fork_generation();
}

void Queue::join_in_order(Command& ordered, support::Ref<Event>& event) {
  event->position_in_queue_ = last_number_;
  last_seen_.store(event.get(), std::memory_order_release);
  std::swap(event, last_);
  if (event) ordered.depend_on(*event, false);
}

Queue::Released Queue::join_out_of_order(Command& ordered, support::Ref<Event> event,
                                         OrderRule rank) {
  // Steps that allocate memory come first: when there is none, nothing has changed.
  Released released;
  if (rank.is_after_everything) {
    ordered.expect_dependencies(open_.size());
    open_.reserve(open_.size() + 1);  // for the barrier that this one may follow
    released.reserve(1);
    released.swap(open_);
  } else {
    released.reserve(rank.is_barrier ? 1 : 0);
    if (open_.size() == open_.capacity()) open_.reserve(2 * open_.size() + 8);
    if (barrier_) ordered.depend_on(*barrier_, false);
  }
  for (const support::Ref<Event>& before : released) ordered.depend_on(*before, false);
  event->position_in_queue_ = open_.size();
  open_.push_back(std::move(event));
  if (rank.is_barrier) {
    released.push_back(std::move(barrier_));
    barrier_ = open_.back();
  }
  return released;
}

support::Result<support::Ref<Event>> Queue::submit(support::Ref<Queue> queue, Work&& work,
                                                   const Schedule& schedule) {
  if (queue->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  auto event = Event::create(std::move(queue), work.type, schedule.handle);
  if (event.ok()) event.value()->queue()->enqueue(*event.value(), std::move(work), schedule);
  return event;
}

void Queue::enqueue(Event& event, Work&& work, const Schedule& schedule) {
  event.add_references_unshared(2);
  auto of_command = support::Ref<Event>::adopt(&event);
  auto of_queue = support::Ref<Event>::adopt(&event);  // until the command has ended

  const OrderRule rank{is_after_everything(schedule), schedule.order == Order::barrier};
  const size_t action_weight = weight(work.action);
  const size_t in_order = schedule.chain != nullptr ? 2 : 1;  // of the queue and of a chain
  Command& command =
      *Command::make(std::move(of_command), std::move(work), schedule.wait_list.size() + in_order);
  command.depend_on(schedule.wait_list, this);
  bool is_deep = false;
  support::Ref<Event> before;  // in the chain
  try {
    Released released;  // goes when the lock is free, as what is left in `of_queue` does
    const std::scoped_lock lock(mutex_);
    if (schedule.chain != nullptr) before = follow(*schedule.chain, command);
    released = join(command, command, of_queue, rank, action_weight);
    is_deep = unflushed_.load(std::memory_order_relaxed) >= deep;
  } catch (const std::bad_alloc&) {
    command.abandon();
    throw;
  }
  if (before && before->queue() != this) before->queue()->flush();
  if (is_deep || is_released_.load(std::memory_order_relaxed)) flush();
}

support::Ref<Event> Queue::follow(CommandChain& chain, Command& command) {
  support::Ref<Event> before = chain.follow(command.event());
  // An in-order queue keeps the order of its own commands.
  const bool is_ordered =
      before && before->queue() == this && !is_out_of_order() && !before->is_of_several_queues();
  if (before && !is_ordered) command.depend_on(*before, false);
  return before;
}

void Queue::on_released() {
  // Before the flush: a thread that enqueues after it, under the mutex too, sees the store.
  is_released_.store(true, std::memory_order_relaxed);
  if (unflushed_.load(std::memory_order_acquire) != 0 && !is_lost_by_fork() && may_run_inline()) {
    const InlineWait wait{.queue = this, .last_number = UINT64_MAX, .is_of_transfers = true};
    const InlineScope running_inline(wait);
    flush();
  } else {
    flush();
  }
  if (on_device_) release_default_queue(*this);
}

Queue::Released Queue::join(Command& command, Command& ordered, support::Ref<Event>& event,
                            OrderRule rank, size_t weight) {
  Released released;
  command.set_number(++last_number_);
  if (is_out_of_order()) {
    released = join_out_of_order(ordered, std::move(event), rank);
  } else {
    join_in_order(ordered, event);
  }
  (last_unflushed_ == nullptr ? first_unflushed_ : last_unflushed_->next_in_queue) = &command;
  last_unflushed_ = &command;
  unflushed_.store(unflushed_.load(std::memory_order_relaxed) + weight, std::memory_order_release);
  return released;
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
  std::optional<DeferredStarts> together;
  if (is_of_work_order_) together.emplace();
  for (Command* command = take_unflushed(); command != nullptr;) {
    Command* next = command->next_in_queue;
    command->arm();
    command = next;
  }
}

void Queue::flush_for(const AddressedMemory& memory) {
  const auto may_access = [&] {
    const std::scoped_lock lock(mutex_);
    for (const Command* each = first_unflushed_; each != nullptr; each = each->next_in_queue) {
      if (each->may_access(memory)) return true;
    }
    return false;
  };
  if (!is_lost_by_fork() && may_access()) flush();
}

bool Queue::may_run_inline() const {
  backend::InlineExecution* const execution = device().hardware().inline_execution();
  return execution != nullptr && execution->may_run_inline(resources());
}

void Queue::flush_for_wait(const Event& wanted) {
  if (unflushed_.load(std::memory_order_acquire) == 0 || is_lost_by_fork()) return;
  if (!may_run_inline()) {
    flush();
    return;
  }
  const InlineWait wait{this, is_out_of_order() ? 0 : wanted.position_in_queue_, &wanted};
  const InlineScope running_inline(wait);
  if (is_out_of_order()) {
    const DeferredStarts together;  // workers are to run what can run at the same time
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
      resources(), backend::no_listener);
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
  const size_t index = event.position_in_queue_;
  if (index >= open_.size() || open_[index].get() != &event) return;
  std::swap(entry, open_[index]);
  if (index + 1 != open_.size()) {
    open_[index] = std::move(open_.back());
    open_[index]->position_in_queue_ = index;
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

}  // namespace cleave::model::command

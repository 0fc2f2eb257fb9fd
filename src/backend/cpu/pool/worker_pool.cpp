#include "backend/cpu/pool/worker_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <string>

#include "backend/cpu/pool/thread.h"
#include "support/affinity.h"
#include "support/fork.h"
#include "support/os.h"
#include "support/x86.h"

namespace cleave::backend::cpu {
namespace {

using support::Ref;
using support::Status;
using Clock = std::chrono::steady_clock;

// Round to nearest, denormals kept, all exceptions masked.
// A hand-off to a spinning worker takes 0.15 µs, to a sleeping one 25 to 40 µs.
constexpr auto long_spin = std::chrono::microseconds(50);
constexpr auto short_spin = std::chrono::microseconds(2);
// How long a worker serves one set before it looks whether another one waits for it.
constexpr Clock::duration time_slice = std::chrono::milliseconds(1);
// A wake costs its caller 10 µs and more, so nobody wakes all: each that comes wakes two more.
constexpr uint64_t woken_by_one = 2;

constinit thread_local Worker* this_worker = nullptr;
std::atomic<uint32_t> spinning_workers{0};

}  // namespace

Worker* Worker::of_this_thread() {
  return this_worker;
}

void Worker::wait() {
  const auto begin = Clock::now();
  Clock::duration limit = recently_busy_ ? long_spin : short_spin;
  if (shares_processor_.load(std::memory_order_relaxed)) limit = Clock::duration::zero();
  spinning_workers.fetch_add(1, std::memory_order_relaxed);
  while (signal_.load(std::memory_order_acquire) != given && Clock::now() - begin < limit) {
    support::spin_pause();
  }
  spinning_workers.fetch_sub(1, std::memory_order_relaxed);
  uint32_t expected = none;
  if (signal_.compare_exchange_strong(expected, sleeping, std::memory_order_acquire)) {
    while (signal_.load(std::memory_order_acquire) == sleeping)
      support::futex_wait(signal_, sleeping);
  }
  signal_.store(none, std::memory_order_relaxed);
  recently_busy_ = Clock::now() - begin < long_spin;
}

void Worker::signal() {
  if (signal_.exchange(given, std::memory_order_acq_rel) == sleeping)
    support::futex_wake_one(signal_);
}

WorkerPool::WorkerPool(const topology::Machine& machine, bool bind)
    : machine_(machine), bind_(bind) {
  for (uint32_t unit = 0; unit < machine.units.size(); ++unit) {
    workers_.push_back(std::make_unique<Worker>(unit));
  }
  states_.resize(workers_.size(), State::awake);
}

bool WorkerPool::is_lost_by_fork() const {
  const uint32_t started_in = started_in_.load(std::memory_order_acquire);
  return started_in != 0 && started_in != support::fork_generation();
}

bool WorkerPool::has_spinning_workers() {
  return spinning_workers.load(std::memory_order_relaxed) != 0;
}

bool WorkerPool::is_running() const {
  return started_in_.load(std::memory_order_acquire) == support::fork_generation();
}

/// What a new thread is given, and how it says whether it is bound.
struct WorkerPool::Beginning {
  WorkerPool& pool;
  Worker& worker;
  std::promise<bool> bound;
};

Status WorkerPool::start(const topology::UnitSet& units) {
  // Said before the lock is taken: a child that finds no generation finds the lock free.
  uint32_t none_yet = 0;
  started_in_.compare_exchange_strong(none_yet, support::fork_generation());
  if (is_lost_by_fork()) return CL_OUT_OF_RESOURCES;

  std::lock_guard lock(mutex_);
  std::vector<std::pair<Worker*, std::future<bool>>> begun;
  bool complete = true;
  for (const uint32_t unit : units) {
    Worker& worker = *workers_[unit];
    if (worker.has_thread_) continue;
    auto beginning = std::make_unique<Beginning>(Beginning{*this, worker, {}});
    std::future<bool> bound = beginning->bound.get_future();
    if (start_detached(thread_function, beginning.get())) {
      static_cast<void>(beginning.release());  // the thread's now
      begun.emplace_back(&worker, std::move(bound));
    } else {
      complete = false;
      break;
    }
  }
  for (auto& [worker, bound] : begun) {
    worker->has_thread_ = bound.get();
    complete &= worker->has_thread_;
  }
  return complete ? Status() : Status(CL_OUT_OF_RESOURCES);
}

void* WorkerPool::thread_function(void* argument) {
  std::unique_ptr<Beginning> beginning(static_cast<Beginning*>(argument));
  WorkerPool& pool = beginning->pool;
  Worker& worker = beginning->worker;
  const uint32_t processor = pool.machine_.units[worker.unit()].os_processor;
  pthread_setname_np(pthread_self(), ("cleave/" + std::to_string(processor)).c_str());
  const bool is_good = !pool.bind_ || support::bind_this_thread(processor);
  beginning->bound.set_value(is_good);
  beginning.reset();
  if (is_good) pool.run_worker(worker);
  return nullptr;
}

void WorkerPool::return_to_own_processor(const Worker& worker,
                                         const topology::UnitSet& served) const {
  const uint32_t own = machine_.units[worker.unit()].os_processor;
  if (!bind_ || static_cast<uint32_t>(support::current_processor()) == own) return;
  if (!support::bind_this_thread(own)) {
    support::keep_this_thread_on(machine_.processors_of(served));
  }
}

void WorkerPool::run_worker(Worker& worker) {
  support::set_floating_point_modes(support::default_floating_point_modes);
  this_worker = &worker;
  Ref<Execution> execution;
  while (true) {
    if (!execution) {
      Woken woken;
      {
        std::lock_guard lock(mutex_);
        execution = take(worker, woken);
      }
      signal_all(woken);
    }
    if (execution) {
      const bool is_its_own = execution->is_short();
      return_to_own_processor(worker, execution->where().units());
      const bool is_time_up = serve_for_time_slice(worker, *execution);
      if (is_time_up && is_its_own) submit(std::move(execution));
      execution = nullptr;
    } else {
      worker.wait();
      signal_all({worker.next_woken_, std::exchange(worker.to_signal_, 0)});
      execution = std::move(worker.given_);
    }
  }
}

bool serve_for_time_slice(Worker& worker, Execution& execution) {
  // Chunks grow while they take a small share of the time slice: cheap work-groups are claimed by
  // the thousand, expensive ones singly, and another set never waits for long.
  const auto slice_begin = Clock::now();
  worker.time_slice_end_ = slice_begin + time_slice;
  auto range_begin = slice_begin;
  uint64_t most = 1;
  ChunkClaimer claimer(execution, worker);
  while (uint64_t ran = claimer.run_some(most)) {
    const auto now = Clock::now();
    if (execution.is_short() && now - slice_begin > no_longer_short) {
      execution.set_not_short();
      return true;
    }
    if (now > worker.time_slice_end_) return true;
    if (ran == most && now - range_begin < time_slice / 8) most *= 2;
    range_begin = now;
  }
  return false;
}

namespace {

/// How many workers an execution with so many shares or parts left is worth.
uint64_t wanted_workers(const Execution& execution, uint64_t left) {
  return execution.is_short() ? std::min<uint64_t>(left, 1) : left;
}

}  // namespace

Ref<Execution> WorkerPool::take(Worker& worker, Woken& woken) {
  State& state = states_[worker.unit()];
  if (state == State::idle) --idle_count_;
  state = State::awake;
  drop_exhausted();
  Ref<Execution> taken;
  size_t served = active_.size();
  for (size_t at = 0; at < active_.size(); ++at) {
    CpuResourceSet& set = *active_[at];
    if (!set.units().contains(worker.unit())) continue;
    uint64_t wanted =
        wanted_workers(*set.first_, set.first_->open_shares()) + (set.first_->next_ready_ ? 1 : 0);
    if (!taken) {
      taken = set.first_;
      served = at;
      wanted -= std::min<uint64_t>(wanted, 1);
      wake_more(set, std::min(wanted, woken_by_one), woken);
    } else {
      // This worker may be the one that came for that set: another one must.
      wake_more(set, std::min<uint64_t>(wanted, 1), woken);
    }
  }
  if (taken) {
    auto place = active_.begin() + static_cast<ptrdiff_t>(served);
    std::rotate(place, place + 1, active_.end());
    if (taken->is_short() && !remove_first(*active_.back())) active_.pop_back();
  } else {
    state = State::idle;
    ++idle_count_;
  }
  return taken;
}

bool WorkerPool::remove_first(CpuResourceSet& set) {
  Ref<Execution> next = std::move(set.first_->next_ready_);
  set.first_ = std::move(next);
  if (!set.first_) set.last_ = nullptr;
  return set.first_.get() != nullptr;
}

void WorkerPool::drop_exhausted() {
  std::erase_if(active_, [](const Ref<CpuResourceSet>& set) {
    while (set->first_->open_shares() == 0) {
      if (!remove_first(*set)) return true;
    }
    return false;
  });
}

void WorkerPool::wake_more(const CpuResourceSet& set, uint64_t wanted, Woken& woken) {
  if (idle_count_ == 0 || wanted == 0) return;
  const uint32_t inline_unit = set.first_ ? set.first_->inline_unit() : Execution::no_unit;
  for (uint32_t unit : set.units()) {
    if (unit == inline_unit) continue;
    if (states_[unit] == State::awake) continue;
    if (states_[unit] == State::idle) wake(*workers_[unit], woken);
    if (--wanted == 0 || idle_count_ == 0) return;
  }
}

void WorkerPool::call_more(const Execution& execution) {
  Woken woken;
  {
    std::lock_guard lock(mutex_);
    wake_more(execution.where(), std::min<uint64_t>(execution.open_shares(), woken_by_one), woken);
  }
  signal_all(woken);
}

void WorkerPool::hand_to_spinning(Execution& execution, uint32_t here, Woken& woken) {
  uint64_t wanted = wanted_workers(execution, execution.parts());
  for (uint32_t unit : execution.where().units()) {
    if (wanted == 0 || idle_count_ == 0) break;
    Worker& worker = *workers_[unit];
    if (unit == here || states_[unit] != State::idle || worker.is_sleeping()) continue;
    wake(worker, woken);
    worker.given_ = Ref<Execution>::adopt(&execution);
    states_[unit] = State::awake;
    --wanted;
  }
  uint32_t handed = woken.count;
  if (wanted != 0 && handed != 0) {
    // Somebody must wake those that sleep; it takes a while, and is not the caller's business.
    static_cast<void>(woken.first->given_.release());
    states_[woken.first->unit()] = State::coming;
    --handed;
  }
  execution.add_references_unshared(handed);
}

bool WorkerPool::wake_first(Execution& execution, uint32_t here, Woken& woken) {
  if (idle_count_ == 0) return false;
  hand_to_spinning(execution, here, woken);
  if (woken.count != 0) return execution.is_short() && woken.first->given_;
  uint64_t wanted = std::min(wanted_workers(execution, execution.parts()), woken_by_one);
  for (uint32_t unit : execution.where().units()) {
    if (unit == here || states_[unit] != State::idle) continue;
    wake(*workers_[unit], woken);
    if (--wanted == 0 || idle_count_ == 0) return false;
  }
  const bool is_alone = woken.count == 0 && here != execution.inline_unit();
  if (!is_alone || !execution.where().units().contains(here)) return false;
  if (states_[here] != State::idle) return false;
  Worker& worker = *workers_[here];
  wake(worker, woken);
  worker.shares_processor_.store(true, std::memory_order_relaxed);
  return false;
}

void WorkerPool::wake(Worker& worker, Woken& woken) {
  states_[worker.unit()] = State::coming;
  worker.shares_processor_.store(false, std::memory_order_relaxed);
  --idle_count_;
  worker.next_woken_ = woken.first;
  woken = {&worker, woken.count + 1};
}

void WorkerPool::signal_all(Woken woken) {
  while (woken.count != 0) {
    Worker& worker = *woken.first;
    const uint32_t passed_on = (woken.count - 1) / 2;
    worker.to_signal_ = passed_on;
    woken.first = worker.next_woken_;  // read now: the worker may be woken again at once
    for (uint32_t i = 0; i < passed_on; ++i) woken.first = woken.first->next_woken_;
    woken.count -= passed_on + 1;
    worker.signal();
  }
}

void WorkerPool::submit(Ref<Execution> execution, uint32_t here) {
  if (is_lost_by_fork()) return execution->end_without_running(CL_OUT_OF_RESOURCES);
  if (execution->parts() == 0) return execution->end_without_running(CL_COMPLETE);
  CpuResourceSet& set = execution->where();
  Woken woken;
  {
    std::lock_guard lock(mutex_);
    if (wake_first(*execution, here, woken)) {
      execution = nullptr;
    } else if (set.last_ == nullptr) {
      active_.emplace_back(&set);
      set.last_ = execution.get();
      set.first_ = std::move(execution);
    } else {
      Execution& last = *set.last_;
      set.last_ = execution.get();
      last.next_ready_ = std::move(execution);
    }
  }
  signal_all(woken);
}

}  // namespace cleave::backend::cpu

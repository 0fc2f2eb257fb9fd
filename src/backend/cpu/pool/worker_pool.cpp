#include "backend/cpu/pool/worker_pool.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <future>
#include <string>

#include "backend/cpu/pool/thread.h"
#include "os/affinity.h"
#include "os/fork.h"
#include "os/os.h"
#include "os/x86.h"

namespace cleave::backend::cpu::pool {
namespace {

using support::Ref;
using support::Status;
using Clock = std::chrono::steady_clock;

// A hand-off to a spinning worker takes 0.15 µs, to a sleeping one 25 to 40 µs.
constexpr auto long_spin = std::chrono::microseconds(50);
constexpr auto short_spin = std::chrono::microseconds(2);
// A worker serves one set for so long before it looks whether another one waits for it.
constexpr Clock::duration time_slice = std::chrono::milliseconds(1);
// Chunks that take less grow, to twice as much at most: more urgent work waits so long.
constexpr Clock::duration long_chunk = std::chrono::microseconds(30);
// A worker serves what it has taken for so long before more urgent work may have it.
constexpr Clock::duration least_service = std::chrono::microseconds(20);
// A set that has not been served for so long comes before more urgent ones. With the time slices and
// work-groups that run just then none waits for 50 ms.
constexpr Clock::duration longest_wait = std::chrono::milliseconds(25);

// If some workers spin, or one has been busy for `long_alone`, launches follow each other. Each of
// them wakes so many sleeping workers, up to the number that it is worth when they spin.
constexpr uint32_t woken_in_row = 2;
constexpr auto long_alone = std::chrono::microseconds(200);

constinit thread_local Worker* this_worker = nullptr;

uint64_t bit_of(uint32_t unit) {
  return uint64_t{1} << unit % 64;
}

uint64_t lowest_bits(uint64_t bits, uint32_t most) {
  uint64_t rest = bits;
  for (uint32_t i = 0; i < most && rest != 0; ++i) rest &= rest - 1;
  return bits & ~rest;
}

/// Returns how many of the workers that are still to be signalled the one that is signalled now is
/// to signal. To signal one that spins takes about as long as it takes to come, and halves are
/// fastest. One that sleeps takes four times as long to come as to be signalled.
uint32_t passed_on(uint32_t left, bool sleep) {
  return sleep ? left / 4 : left / 2;
}

}  // namespace

Worker* Worker::of_this_thread() {
  return this_worker;
}

bool Worker::is_wanted() const {
  return pool_ != nullptr && pool_->is_wanted(unit_);
}

bool Worker::is_wanted_above(Priority priority) const {
  return pool_ != nullptr && pool_->is_wanted_above(unit_, priority);
}

void Worker::announce_idle() {
  if (pool_ == nullptr || is_idle_ || watched_ != nullptr || next_) return;
  is_idle_ = true;
  pool_->idle_[unit_ / 64].fetch_or(bit_of(unit_), std::memory_order_seq_cst);
}

void Worker::call_another() {
  if (pool_ != nullptr) pool_->call_for_listed();
}

bool Worker::take_back() {
  if (!is_idle_) return true;
  const uint64_t bit = bit_of(unit_);
  is_idle_ = (pool_->idle_[unit_ / 64].fetch_and(~bit, std::memory_order_seq_cst) & bit) == 0;
  return !is_idle_;
}

bool Worker::wait() {
  const auto begin = Clock::now();
  Clock::duration limit = recently_busy_ ? long_spin : short_spin;
  if (shares_processor_) limit = Clock::duration::zero();
  while (signal_.load(std::memory_order_acquire) != given && Clock::now() - begin < limit) {
    os::spin_pause();
  }
  uint32_t expected = none;
  bool slept = false;
  if (signal_.load(std::memory_order_acquire) == none) {
    std::atomic<uint64_t>& asleep = pool_->asleep_[unit_ / 64];
    asleep.fetch_or(bit_of(unit_), std::memory_order_relaxed);
    slept = signal_.compare_exchange_strong(expected, sleeping, std::memory_order_acquire);
    while (signal_.load(std::memory_order_acquire) == sleeping) os::futex_wait(signal_, sleeping);
    asleep.fetch_and(~bit_of(unit_), std::memory_order_relaxed);
  }
  signal_.store(none, std::memory_order_relaxed);
  is_idle_ = false;
  shares_processor_ = std::exchange(is_called_here_, false);
  const auto now = Clock::now();
  recently_busy_ = now - begin < long_spin;
  if (!recently_busy_) busy_since_ = now;
  return slept;
}

void Worker::signal() {
  if (signal_.exchange(given, std::memory_order_acq_rel) == sleeping) os::futex_wake_one(signal_);
}

WorkerPool::WorkerPool(const topology::Machine& machine, bool bind)
    : machine_(machine),
      bind_(bind),
      idle_(machine.units.size()),
      asleep_(machine.units.size()),
      wanted_(machine.units.size()),
      wanted_above_low_(machine.units.size()),
      wanted_above_medium_(machine.units.size()) {
  for (uint32_t unit = 0; unit < machine.units.size(); ++unit) {
    workers_.push_back(std::make_unique<Worker>(unit, *this));
  }
}

bool WorkerPool::is_lost_by_fork() const {
  const uint32_t started_in = started_in_.load(std::memory_order_acquire);
  return started_in != 0 && started_in != os::fork_generation();
}

bool WorkerPool::has_spinning_workers(const CpuResourceSet& set) {
  for (size_t word = 0; word < set.words().size(); ++word) {
    const uint64_t idle = set.words()[word] & idle_[word].load(std::memory_order_relaxed);
    if ((idle & ~asleep_[word].load(std::memory_order_relaxed)) != 0) return true;
  }
  return false;
}

bool WorkerPool::is_running() const {
  return started_in_.load(std::memory_order_acquire) == os::fork_generation();
}

/// Carries a new thread's worker to it, and its word that it is bound back.
struct WorkerPool::Beginning {
  WorkerPool& pool;
  Worker& worker;
  const topology::UnitSet& served;
  std::promise<void> placed;
};

Status WorkerPool::start(const topology::UnitSet& units) {
  // Said before the lock is taken: a child that finds no generation finds the lock free.
  uint32_t none_yet = 0;
  started_in_.compare_exchange_strong(none_yet, os::fork_generation());
  if (is_lost_by_fork()) return CL_OUT_OF_RESOURCES;

  std::lock_guard lock(mutex_);
  std::vector<std::future<void>> begun;
  bool complete = true;
  for (const uint32_t unit : units) {
    Worker& worker = *workers_[unit];
    if (worker.has_thread_) continue;
    auto beginning = std::make_unique<Beginning>(Beginning{*this, worker, units, {}});
    std::future<void> placed = beginning->placed.get_future();
    if (start_detached(thread_function, beginning.get())) {
      static_cast<void>(beginning.release());  // the thread's now
      worker.has_thread_ = true;
      begun.push_back(std::move(placed));
    } else {
      complete = false;
      break;
    }
  }
  for (const std::future<void>& placed : begun) placed.wait();
  return complete ? Status() : Status(CL_OUT_OF_RESOURCES);
}

void* WorkerPool::thread_function(void* argument) {
  std::unique_ptr<Beginning> beginning(static_cast<Beginning*>(argument));
  WorkerPool& pool = beginning->pool;
  Worker& worker = beginning->worker;
  const uint32_t processor = pool.machine_.units[worker.unit()].os_processor;
  pthread_setname_np(pthread_self(), ("cleave/" + std::to_string(processor)).c_str());
  // Its processor may have been taken away since the machine was read: others then do its work.
  if (pool.bind_) pool.bind_or_stay_in(worker, beginning->served);
  beginning->placed.set_value();
  beginning.reset();
  pool.run_worker(worker);
  return nullptr;
}

void WorkerPool::bind_or_stay_in(Worker& worker, const topology::UnitSet& served) const {
  worker.is_displaced_ = !os::bind_this_thread(machine_.units[worker.unit()].os_processor);
  if (worker.is_displaced_) os::keep_this_thread_on(machine_.processors_of(served));
}

void WorkerPool::return_to_own_processor(Worker& worker, const topology::UnitSet& served) const {
  const uint32_t own = machine_.units[worker.unit()].os_processor;
  const bool is_there = static_cast<uint32_t>(os::current_processor()) == own;
  if (bind_ && (worker.is_displaced_ || !is_there)) bind_or_stay_in(worker, served);
}

void WorkerPool::run_worker(Worker& worker) {
  os::set_floating_point_modes(os::default_floating_point_modes);
  this_worker = &worker;
  while (true) {
    Ref<Execution> execution = std::move(worker.next_);
    if (execution && worker.is_wanted_above(execution->where().priority())) {
      execution->report_watched_end(worker, Clock::now());
      list(std::move(execution));
    }
    if (!execution) worker.announce_idle();
    if (!execution && is_wanted(worker.unit()) && worker.take_back()) execution = take(worker);
    if (!execution) execution = wait(worker);
    if (!execution) continue;
    const auto priority = static_cast<uint8_t>(execution->where().priority());
    worker.serving_.store(1 + priority, std::memory_order_relaxed);
    serve(worker, std::move(execution));
    worker.serving_.store(0, std::memory_order_relaxed);
  }
}

Ref<Execution> WorkerPool::wait(Worker& worker) {
  const bool slept = worker.wait();
  Ref<Execution> given = std::move(worker.given_);
  os::prefetch(given.get(), sizeof(Execution));
  signal_all(given.get(), worker.unit() / 64, worker.to_signal_,
             slept ? Idle::sleeping : Idle::spinning);
  return given;
}

void WorkerPool::serve(Worker& worker, Ref<Execution> execution) {
  return_to_own_processor(worker, execution->where().units());
  while (true) {
    const bool was_short = execution->is_short();
    if (!serve_for_time_slice(worker, *execution)) break;
    execution->where().note_service(Clock::now());
    if (was_short) return submit(std::move(execution));
    if (!is_wanted(worker.unit())) continue;
    execution->report_watched_end(worker, Clock::now());
    return list(std::move(execution));
  }
  execution->report_watched_end(worker, Clock::now() + watch_time);
}

bool serve_for_time_slice(Worker& worker, Execution& execution, const WorkerPool* pool) {
  // Chunks grow while they take a small share of the time slice: cheap work-groups are claimed by
  // the thousand, expensive ones singly, and another set never waits for long.
  const auto slice_begin = Clock::now();
  worker.time_slice_end_ = slice_begin + time_slice;
  const Priority priority = worker.served_ = execution.where().priority();
  const auto is_preceded = [&] {
    if (!worker.is_inline()) return worker.is_wanted_above(priority);
    return pool != nullptr && pool->is_preceded(execution.inline_unit(), priority);
  };
  auto range_begin = slice_begin;
  uint64_t most = execution.least_claim();
  ChunkClaimer claimer(execution, worker);
  while (uint64_t ran = claimer.run_some(most)) {
    const auto now = Clock::now();
    if (execution.is_short() && execution.open_shares() != 0 &&
        now - slice_begin > no_longer_short) {
      execution.set_not_short();
      return true;
    }
    if (now > worker.time_slice_end_) return true;
    if (now - slice_begin > least_service && is_preceded()) return true;
    if (ran == most && now - range_begin < long_chunk) most *= 2;
    range_begin = now;
  }
  return false;
}

bool WorkerPool::is_wanted_above(uint32_t unit, Priority priority) const {
  if (priority == Priority::high || unit == Execution::no_unit) return false;
  return (priority == Priority::low ? wanted_above_low_ : wanted_above_medium_).contains(unit);
}

bool WorkerPool::is_preceded(uint32_t unit, Priority priority) const {
  if (unit == Execution::no_unit) return false;
  const uint8_t serving = workers_[unit]->serving_.load(std::memory_order_relaxed);
  return serving > 1 + static_cast<uint8_t>(priority) || is_wanted_above(unit, priority);
}

WorkerPool::Sets::iterator WorkerPool::next_set(uint32_t unit) {
  const auto end = active_.end();
  auto most_urgent = end, longest_unserved = end;
  const auto served_until = [](const Ref<CpuResourceSet>& set) {
    return set->served_until_.load(std::memory_order_relaxed);
  };
  for (auto set = active_.begin(); set != end; ++set) {
    if (!(*set)->units().contains(unit)) continue;
    if (most_urgent == end || (*set)->priority() > (*most_urgent)->priority()) most_urgent = set;
    if (longest_unserved == end || served_until(*set) < served_until(*longest_unserved)) {
      longest_unserved = set;
    }
  }
  const bool is_preceded =
      most_urgent != end && (*longest_unserved)->priority() < (*most_urgent)->priority();
  if (is_preceded && Clock::now() - served_until(*longest_unserved) > longest_wait) {
    return longest_unserved;
  }
  return most_urgent;
}

Ref<Execution> WorkerPool::take(Worker& worker) {
  std::lock_guard lock(mutex_);
  drop_exhausted();
  const auto found = next_set(worker.unit());
  if (found == active_.end()) {
    worker.announce_idle();  // under the mutex: what is listed next finds it idle
    return nullptr;
  }
  Ref<Execution> taken = (*found)->first_;
  (*found)->note_service(Clock::now());
  std::rotate(found, found + 1, active_.end());
  if (taken->is_short()) {
    taken->listed_in_.store(nullptr, std::memory_order_relaxed);
    if (!remove_first(*active_.back())) {
      active_.pop_back();
      update_wanted();
    }
  }
  return taken;
}

bool WorkerPool::remove_first(CpuResourceSet& set) {
  Ref<Execution> next = std::move(set.first_->next_ready_);
  set.first_ = std::move(next);
  if (!set.first_) set.last_ = nullptr;
  return set.first_.get() != nullptr;
}

void WorkerPool::forget_exhausted() {
  std::lock_guard lock(mutex_);
  drop_exhausted();
}

void WorkerPool::drop_exhausted() {
  const size_t dropped = std::erase_if(active_, [](const Ref<CpuResourceSet>& set) {
    while (set->first_->open_shares() == 0) {
      if (!remove_first(*set)) return true;
    }
    return false;
  });
  if (dropped != 0) update_wanted();
}

void WorkerPool::update_wanted() {
  for (size_t word = 0; word < wanted_.size(); ++word) {
    uint64_t units = 0, above_low = 0, above_medium = 0;
    for (const Ref<CpuResourceSet>& set : active_) {
      if (word >= set->words().size()) continue;
      const uint64_t of_set = set->words()[word];
      units |= of_set;
      if (set->priority() > Priority::low) above_low |= of_set;
      if (set->priority() > Priority::medium) above_medium |= of_set;
    }
    wanted_[word].store(units, std::memory_order_seq_cst);
    wanted_above_low_[word].store(above_low, std::memory_order_seq_cst);
    wanted_above_medium_[word].store(above_medium, std::memory_order_seq_cst);
  }
}

void WorkerPool::list(Ref<Execution> execution) {
  CpuResourceSet& set = execution->where();
  std::lock_guard lock(mutex_);
  if (execution->listed_in_.load(std::memory_order_relaxed) == this) return;
  // seq_cst: Execution::claim() writes open_shares_ and reads listed_in_.
  execution->listed_in_.store(this, std::memory_order_seq_cst);
  if (set.last_ == nullptr) {
    active_.emplace_back(&set);
    set.note_service(Clock::now());
    set.last_ = execution.get();
    set.first_ = std::move(execution);
    update_wanted();
  } else {
    Execution& last = *set.last_;
    set.last_ = execution.get();
    last.next_ready_ = std::move(execution);
  }
  drop_exhausted();
}

void WorkerPool::call_for_listed() {
  for (size_t word = 0; word < wanted_.size(); ++word) {
    while (true) {
      const uint64_t candidates = wanted_[word].load(std::memory_order_seq_cst) &
                                  idle_[word].load(std::memory_order_seq_cst);
      if (candidates == 0) break;
      const uint64_t chosen = lowest_bits(candidates, 1);
      if ((idle_[word].fetch_and(~chosen, std::memory_order_seq_cst) & chosen) == 0) continue;
      return signal_all(nullptr, word, chosen, Idle::sleeping);
    }
  }
}

uint32_t WorkerPool::call(const CpuResourceSet& set, Execution* given, uint32_t without,
                          uint32_t most, Idle which) {
  uint32_t called = 0;
  for (size_t word = 0; word < set.words().size() && called < most; ++word) {
    uint64_t candidates = set.words()[word] & idle_[word].load(std::memory_order_seq_cst);
    if (which == Idle::spinning) candidates &= ~asleep_[word].load(std::memory_order_relaxed);
    if (without / 64 == word) candidates &= ~bit_of(without);
    const uint64_t chosen = lowest_bits(candidates, most - called);
    if (chosen == 0) continue;
    const uint64_t claimed = chosen & idle_[word].fetch_and(~chosen, std::memory_order_seq_cst);
    const auto count = static_cast<uint32_t>(std::popcount(claimed));
    if (given != nullptr) given->add_references(count);
    signal_all(given, word, claimed, which);
    called += count;
  }
  return called;
}

uint32_t WorkerPool::call_worth(Execution& execution, uint32_t without, uint32_t taking_part,
                                bool is_long_alone) {
  const Worth worth = execution.worth();
  const CpuResourceSet& set = execution.where();
  const uint32_t spinning = worth.spinning - taking_part;
  const uint32_t called = call(set, &execution, without, spinning, Idle::spinning);
  const uint32_t sleeping = worth.sleeping - std::min(worth.sleeping, taking_part + called);
  const bool is_in_row = called != 0 || is_long_alone;
  const uint32_t in_row = is_in_row ? std::min(spinning - called, woken_in_row) : 0;
  return called + call(set, &execution, without, std::max(sleeping, in_row), Idle::sleeping);
}

uint32_t WorkerPool::busy_workers(const CpuResourceSet& set, uint32_t without) {
  uint32_t count = 0;
  for (size_t word = 0; word < set.words().size(); ++word) {
    uint64_t busy = set.words()[word] & ~idle_[word].load(std::memory_order_seq_cst);
    if (without / 64 == word) busy &= ~bit_of(without);
    count += static_cast<uint32_t>(std::popcount(busy));
  }
  return count;
}

bool WorkerPool::call_here(const CpuResourceSet& set, Execution* given, uint32_t here) {
  if (!set.units().contains(here)) return false;
  const size_t word = here / 64;
  const uint64_t bit = bit_of(here);
  if ((idle_[word].fetch_and(~bit, std::memory_order_seq_cst) & bit) == 0) return false;
  if (given != nullptr) given->add_reference();
  workers_[here]->is_called_here_ = true;
  signal_all(given, word, bit, Idle::sleeping);
  return true;
}

void WorkerPool::signal_all(Execution* given, size_t word, uint64_t workers, Idle which) {
  while (workers != 0) {
    Worker& worker = *workers_[word * 64 + static_cast<size_t>(std::countr_zero(workers))];
    workers &= workers - 1;
    const auto left = static_cast<uint32_t>(std::popcount(workers));
    const uint64_t own = lowest_bits(workers, left - passed_on(left, which == Idle::sleeping));
    worker.given_ = Ref<Execution>::adopt(given);
    worker.to_signal_ = workers & ~own;
    workers = own;
    worker.signal();
  }
}

void WorkerPool::submit(Ref<Execution> execution, uint32_t here) {
  if (is_lost_by_fork()) return execution->end_without_running(CL_OUT_OF_RESOURCES);
  if (execution->pieces() == 0) return execution->end_without_running(CL_COMPLETE);
  if (execution->may_wait()) return submit_to_all(std::move(execution), here);
  const Worker* const worker = Worker::of_this_thread();
  if (worker != nullptr && worker->pool_ == this && !worker->is_idle()) {
    return submit_from(*worker, std::move(execution));
  }
  const bool takes_part = execution->inline_unit() != Execution::no_unit;
  const uint32_t without = here != Execution::no_unit ? here : execution->inline_unit();
  call_and_list(std::move(execution), without, takes_part, false);
}

void WorkerPool::submit_to_all(Ref<Execution> execution, uint32_t here) {
  const Ref<CpuResourceSet> set(&execution->where());
  auto wanted = static_cast<uint32_t>(std::min<uint64_t>(execution->pieces(), UINT32_MAX));
  // A worker that becomes idle meanwhile finds it in the list.
  list(std::move(execution));
  for (const Idle which : {Idle::spinning, Idle::sleeping}) {
    wanted -= call(*set, nullptr, here, wanted, which);
  }
  // The thread that submits keeps its processor where others are enough: work-groups that wait may
  // wait for that thread.
  if (wanted != 0) call_here(*set, nullptr, here);
}

void WorkerPool::submit_from(const Worker& worker, Ref<Execution> execution) {
  // The worker may be free before another one comes, or it may be kept by the application.
  const Ref<CpuResourceSet> set(&execution->where());
  const Worth worth = execution->worth();
  const Ref<Execution> listed = execution;
  list(std::move(execution));
  const uint32_t called = call(*set, nullptr, worker.unit(), worth.spinning, Idle::spinning);
  if (called != 0 && !listed->is_long_for(called + 1)) return;
  const uint32_t left = worth.sleeping - std::min(worth.sleeping, called);
  call(*set, nullptr, worker.unit(), left, Idle::sleeping);
}

void WorkerPool::submit_successor(Ref<Execution> execution, Worker& worker) {
  if (!execution->is_short()) execution->watch(worker);
  worker.next_ = execution;
  const bool is_long_alone = Clock::now() - worker.busy_since_ > long_alone;
  call_and_list(std::move(execution), worker.unit(), true, is_long_alone);
}

void WorkerPool::call_and_list(Ref<Execution> execution, uint32_t without, bool takes_part,
                               bool is_long_alone) {
  const Ref<CpuResourceSet> set(&execution->where());
  const uint32_t taking_part = takes_part ? 1 : 0;
  const uint32_t wanted = execution->worth().spinning - taking_part;
  const uint32_t busy_before = busy_workers(*set, without);
  uint32_t called = call_worth(*execution, without, taking_part, is_long_alone);
  if (called == 0 && !takes_part && call_here(*set, execution.get(), without)) called = 1;
  if (called >= wanted || execution->is_enough(called + taking_part)) return;
  if ((called != 0 || takes_part) && busy_before == 0) return;
  // Workers that are called from now on look at the list: a short execution is for one worker.
  const Ref<Execution> listed = execution;
  list(std::move(execution));
  if (called != 0 || takes_part) {
    called += call(*set, nullptr, without, wanted - called, Idle::spinning);
    // A worker that became idle before the list was written, and sleeps, has not found it.
    const uint32_t busy = busy_workers(*set, without);
    if (called < wanted && busy < busy_before + called && listed->open_shares() != 0) {
      call(*set, nullptr, without, std::min(wanted - called, busy_before + called - busy),
           Idle::sleeping);
    }
  } else if (call(*set, nullptr, without, wanted, Idle::sleeping) == 0) {
    call_here(*set, nullptr, without);
  }
}

}  // namespace cleave::backend::cpu::pool

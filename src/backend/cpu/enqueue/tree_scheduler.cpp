#include "backend/cpu/enqueue/tree_scheduler.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <mutex>
#include <utility>

#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/pool/inline_worker.h"
#include "os/x86.h"

namespace cleave::backend::cpu::enqueue {
namespace {

using support::Ref;
using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

/// A worker that helps looks for commands so long after it has found none: the next level of a tree
/// is often on its way, and to come again would take longer.
constexpr auto looked_for = std::chrono::microseconds(20);

/// Commands that a worker takes from another one have to keep it busy so long each. It fetches the
/// command and what that refers to from the other's caches, and the other fetches back its deque.
constexpr nanoseconds least_worth_taking(500);

/// A worker that took commands that were not worth it takes nothing for so long, and twice as long
/// each time. The fourth time in a row it leaves, and nobody is called for `rest_of_all`.
constexpr nanoseconds first_pause = std::chrono::microseconds(10);
constexpr nanoseconds longest_pause = std::chrono::microseconds(40);
constexpr nanoseconds rest_of_all = std::chrono::milliseconds(1);

/// Commands between two looks at the clock.
constexpr uint32_t between_looks = 16;

/// So many waiting children of one worker are run in the middle of a launch, whatever else waits
/// for the worker: their number is bounded by the size of their queue alone.
constexpr size_t many = 256;

}  // namespace

/// A piece is one worker that helps.
class TreeScheduler::Help final : public pool::Execution,
                                  private Listener,
                                  public support::Pooled<Help> {
 public:
  Help(Ref<TreeScheduler> scheduler, uint32_t workers)
      : pool::Execution(scheduler->where_, pieces_for(workers), *this),
        scheduler_(std::move(scheduler)) {}

 private:
  static Pieces pieces_for(uint32_t workers) {
    return {.end = workers,
            .is_short = workers == 1,
            .worth = {.spinning = workers, .sleeping = workers}};
  }
  void run(uint64_t begin, uint64_t end, pool::Worker& worker) override {
    for (uint64_t i = begin; i < end; ++i) Serving(*scheduler_, worker, true).run_all();
    scheduler_->helping_workers_.fetch_sub(static_cast<uint32_t>(end - begin),
                                           std::memory_order_relaxed);
  }
  void release_work() noexcept override { scheduler_ = nullptr; }
  void started() noexcept override {}
  void completed(cl_int) noexcept override {}

  Ref<TreeScheduler> scheduler_;
};

/// Judges the commands that a worker takes from others by the time that they keep the worker busy,
/// with all that they enqueue. Small commands that do not multiply are run fastest by the worker
/// that has them.
class TreeScheduler::Hauls {
 public:
  Hauls(TreeScheduler& scheduler, const pool::Worker& worker)
      : scheduler_(scheduler), worker_(worker) {}
  void begin(size_t commands) {
    commands_ = static_cast<int64_t>(commands);
    begin_ = Clock::now();
  }
  /// The worker looks for more, after a pause where that is better. False: it had better not look.
  [[nodiscard]] bool end() {
    if (commands_ == 0) return true;
    const auto now = Clock::now();
    const bool is_worth_it = now - begin_ >= std::exchange(commands_, 0) * least_worth_taking;
    if (is_worth_it || scheduler_.has_unserved()) {
      pause_ = first_pause;
      return true;
    }
    if (pause_ > longest_pause) {
      scheduler_.rest_until_.store(now.time_since_epoch() + rest_of_all, std::memory_order_relaxed);
      return false;
    }
    while (Clock::now() < now + pause_ && !worker_.is_wanted()) os::spin_pause();
    pause_ *= 2;
    return true;
  }

 private:
  TreeScheduler& scheduler_;
  const pool::Worker& worker_;
  Clock::time_point begin_;
  int64_t commands_ = 0;  // of the last haul, unless it has ended
  nanoseconds pause_ = first_pause;
};

TreeScheduler::TreeScheduler(LaunchTree& tree, Ref<pool::CpuResourceSet> where,
                             pool::WorkerPool& pool)
    : tree_(tree),
      where_(std::move(where)),
      pool_(pool),
      deque_count_(where_->units().count() + 1),
      deques_(std::make_unique<WorkerDeque[]>(deque_count_)) {}

TreeScheduler::WorkerDeque& TreeScheduler::deque_of(const pool::Worker& worker) {
  return deques_[worker.is_inline() ? deque_count_ - 1
                                    : where_->units().position_of(worker.unit())];
}

pool::Worker* TreeScheduler::worker_here() const {
  if (pool::Worker* const worker = pool::Worker::of_this_thread()) {
    return where_->units().contains(worker->unit()) ? worker : nullptr;
  }
  const pool::Worker* const guest = guest_.load(std::memory_order_relaxed);
  if (guest == nullptr) return nullptr;
  pool::Worker& worker = pool::inline_worker_of_this_thread();
  return guest == &worker ? &worker : nullptr;
}

uint32_t TreeScheduler::unit_of_guest_here() const {
  const pool::Worker* const worker = worker_here();
  const bool is_guest = worker != nullptr && worker->is_inline();
  return is_guest ? guest_unit_.load(std::memory_order_relaxed) : pool::Execution::no_unit;
}

TreeScheduler::Adder::Adder(TreeScheduler& scheduler)
    : scheduler_(scheduler),
      worker_(scheduler.worker_here()),
      own_(worker_ != nullptr ? &scheduler.deque_of(*worker_) : nullptr) {}

void TreeScheduler::Adder::add(TreeCommand& command) {
  if (own_ == nullptr || !own_->ready.push(&command)) scheduler_.add_to_all(command);
  ++count_;
}

TreeScheduler::Adder::~Adder() {
  if (count_ == 0) return;
  if (own_ == nullptr) {
    const auto units = static_cast<uint32_t>(scheduler_.where_->units().count());
    scheduler_.ask_for_help(nullptr, std::min(count_, units));
  } else {
    if (!own_->is_serving.load(std::memory_order_relaxed)) scheduler_.ask_for_help(worker_, 1);
    scheduler_.share(*own_);
  }
}

void TreeScheduler::add_to_all(TreeCommand& command) {
  const std::scoped_lock lock(mutex_);
  of_all_.add(command);
  of_all_count_.store(of_all_.count(), std::memory_order_relaxed);
}

TreeCommand* TreeScheduler::take_from_all() {
  if (of_all_count_.load(std::memory_order_relaxed) == 0) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (of_all_.is_empty()) return nullptr;
  TreeCommand& taken = of_all_.take_first();
  of_all_count_.store(of_all_.count(), std::memory_order_relaxed);
  return &taken;
}

bool TreeScheduler::has_unserved() const {
  return of_all_count_.load(std::memory_order_relaxed) != 0 ||
         std::any_of(deques_.get(), deques_.get() + deque_count_, [](const WorkerDeque& deque) {
           return !deque.is_serving.load(std::memory_order_relaxed) && deque.ready.size() != 0;
         });
}

/// Takes half of them: if commands are many and small, to take them one by one would cost both
/// workers more than to run them.
void TreeScheduler::steal_more(WorkStealingDeque<TreeCommand>& victim, WorkerDeque& own) {
  constexpr size_t most = 32;
  for (size_t left = std::min(victim.size() / 2, most); left != 0; --left) {
    TreeCommand* const command = victim.steal();
    if (command == nullptr) return;
    os::prefetch(command, sizeof(TreeCommand));
    if (!own.ready.push(command)) return add_to_all(*command);
  }
}

TreeCommand* TreeScheduler::steal(WorkerDeque& own) {
  const auto first = static_cast<size_t>(&own - deques_.get());
  for (size_t i = 1; i < deque_count_; ++i) {
    auto& victim = deques_[(first + i) % deque_count_].ready;
    TreeCommand* const command = victim.steal();
    if (command == nullptr) continue;
    steal_more(victim, own);
    return command;
  }
  return nullptr;
}

void TreeScheduler::share(const WorkerDeque& own) {
  const size_t units = where_->units().count();
  const size_t waiting = own.ready.size();
  if (waiting < 2 || units == 1) return;
  const size_t busy =
      helping_workers_.load(std::memory_order_relaxed) + others_.load(std::memory_order_relaxed);
  if (busy >= units) return;
  const nanoseconds rest_until = rest_until_.load(std::memory_order_relaxed);
  if (rest_until != nanoseconds::zero()) {
    if (Clock::now().time_since_epoch() < rest_until) return;
    rest_until_.store({}, std::memory_order_relaxed);
  }
  ask_for_help(nullptr, static_cast<uint32_t>(std::min(units - busy, waiting - 1)));
}

void TreeScheduler::hand_out() {
  const pool::Worker* const worker = worker_here();
  if (worker == nullptr || deque_of(*worker).ready.size() == 0) return;
  // Once more when they have left, whatever they thought of it.
  if (helping_workers_.load(std::memory_order_relaxed) == 0) ask_for_help(nullptr, 1);
}

void TreeScheduler::ask_for_help(pool::Worker* successor, uint32_t workers) {
  helping_workers_.fetch_add(workers, std::memory_order_relaxed);
  Ref<pool::Execution> help = support::make_ref<Help>(Ref<TreeScheduler>(this), workers);
  const bool is_worker = successor != nullptr && !successor->is_inline();
  if (is_worker && successor->may_be_given_successor()) {
    pool_.submit_successor(std::move(help), *successor);
  } else {
    pool_.submit(std::move(help), unit_of_guest_here());
  }
}

TreeScheduler::Serving::Serving(TreeScheduler& scheduler, pool::Worker& worker, bool is_help)
    : scheduler_(scheduler),
      own_(scheduler.deque_of(worker)),
      worker_(worker),
      is_help_(is_help),
      was_serving_(own_.is_serving.exchange(true, std::memory_order_relaxed)) {
  if (!is_help_ && !was_serving_) scheduler_.others_.fetch_add(1, std::memory_order_relaxed);
}

TreeScheduler::Serving::~Serving() {
  if (!was_serving_) {
    own_.is_serving.store(false, std::memory_order_relaxed);
    if (!is_help_) scheduler_.others_.fetch_sub(1, std::memory_order_relaxed);
    if (own_.ready.size() != 0) scheduler_.ask_for_help(&worker_, 1);
  }
  settle();
}

TreeScheduler::Guest::Guest(Ref<TreeScheduler> scheduler, pool::Worker& worker)
    : scheduler_(std::move(scheduler)), serving_(*scheduler_, worker) {
  scheduler_->guest_.store(&worker, std::memory_order_relaxed);
}

TreeScheduler::Guest::~Guest() {
  scheduler_->guest_.store(nullptr, std::memory_order_relaxed);
}

void TreeScheduler::Serving::settle() {
  own_.worker.credit.give_back();
  if (own_.worker.ended != 0) scheduler_.tree_.settle(own_.worker);
}

bool TreeScheduler::Serving::look() {
  scheduler_.share(own_);
  return worker_.has_time_left();
}

void TreeScheduler::Serving::run_own() {
  for (uint32_t count = 1;; ++count) {
    TreeCommand* const command = own_.ready.pop();
    if (command == nullptr) return;
    scheduler_.tree_.runner().run(*command, own_.worker, worker_);
    if (count % between_looks == 0 && !look() && own_.ready.size() < many) return;
  }
}

void TreeScheduler::Serving::run_all() {
  Hauls hauls(scheduler_, worker_);
  auto end = Clock::time_point::max();
  for (uint32_t count = 1;; ++count) {
    TreeCommand* command = own_.ready.pop();
    if (command == nullptr) {
      settle();
      if (!hauls.end()) break;
      command = scheduler_.take_from_all();
      if (command == nullptr && (command = scheduler_.steal(own_)) != nullptr) {
        hauls.begin(1 + own_.ready.size());
      }
    }
    if (command != nullptr) {
      scheduler_.tree_.runner().run(*command, own_.worker, worker_);
      end = Clock::time_point::max();
      // Workers are bound to processors, and better at what takes long: a guest looks soon.
      const uint32_t soon = std::min(between_looks, std::bit_floor(count));
      if (count % (worker_.is_inline() ? soon : between_looks) != 0 || look()) continue;
      break;
    }
    if (worker_.is_inline()) break;
    const auto now = Clock::now();
    if (end == Clock::time_point::max()) end = now + looked_for;
    // Children that are worth several threads wait in the pool, as other launches do.
    if (now >= end || worker_.is_wanted()) return;
    os::spin_pause();
  }
  if (scheduler_.has_unserved()) scheduler_.ask_for_help(nullptr, 1);
}

}  // namespace cleave::backend::cpu::enqueue

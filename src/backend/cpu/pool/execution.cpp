#include "backend/cpu/pool/execution.h"

#include <algorithm>
#include <cassert>

#include "backend/cpu/pool/worker_pool.h"
#include "os/x86.h"

namespace cleave::backend::cpu::pool {
namespace {

std::vector<uint64_t> words_of(const topology::UnitSet& units) {
  std::vector<uint64_t> words;
  for (const uint32_t unit : units) {
    words.resize(std::max<size_t>(words.size(), unit / 64 + 1));
    words[unit / 64] |= uint64_t{1} << unit % 64;
  }
  return words;
}

uint32_t shares(const CpuResourceSet& where, const Execution::Pieces& pieces) {
  if (pieces.is_short) return 1;
  const uint64_t threads = std::min<uint64_t>(where.units().count(), pieces.worth.spinning);
  assert(threads > 0);
  return static_cast<uint32_t>(std::clamp<uint64_t>(pieces.end - pieces.first, 1, threads));
}

}  // namespace

CpuResourceSet::CpuResourceSet(topology::UnitSet units, Priority priority,
                               support::Ref<const ResourceSet> keeps)
    : units_(std::move(units)),
      words_(words_of(units_)),
      priority_(priority),
      keeps_(std::move(keeps)) {}

Execution::Execution(support::Ref<CpuResourceSet> where, const Pieces& pieces, Listener& listener)
    : where_(std::move(where)),
      pieces_(pieces),
      share_count_(shares(*where_, pieces)),
      more_shares_(share_count_ > 1 ? std::make_unique<WorkerShare[]>(share_count_) : nullptr),
      is_started_(pieces.has_started),
      is_short_(pieces.is_short),
      listener_(listener),
      shares_(more_shares_ ? more_shares_.get() : &only_share_),
      open_shares_(pieces.end > pieces.first ? share_count_ : 0),
      open_(pieces.end - pieces.first) {
  const uint64_t least = (pieces.end - pieces.first) / share_count_;
  const uint64_t longer = (pieces.end - pieces.first) % share_count_;  // so many have one more
  for (uint64_t i = 0, begin = pieces.first; i < share_count_; ++i) {
    shares_[i].next.store(begin, std::memory_order_relaxed);
    begin += least + (i < longer ? 1 : 0);
    shares_[i].end = begin;
  }
}

Worth Execution::worth() const {
  if (is_short()) return {.spinning = 1, .sleeping = 1};
  const uint64_t pieces = pieces_.end - pieces_.first;
  const auto most = static_cast<uint32_t>(std::min<uint64_t>(where_->units().count(), pieces));
  return {.spinning = std::min(most, pieces_.worth.spinning),
          .sleeping = std::min(most, pieces_.worth.sleeping)};
}

// Chains on two queues share the workers so: each launch is given those that the one before it
// had. A launch that takes them 100 µs is worth the ready list, where the others find it.
constexpr uint64_t most_worth_of_one = 40;

bool Execution::is_enough(uint32_t threads) const {
  const uint64_t of_all = worth().spinning;
  return uint64_t{2} * threads >= of_all && threads * most_worth_of_one >= pieces_.worth.spinning;
}

bool Execution::is_long_for(uint32_t threads) const {
  const bool is_known = pieces_.worth.spinning != Worth().spinning;
  return is_known && threads * most_worth_of_one < pieces_.worth.spinning;
}

bool Execution::claim(WorkerShare& share, uint64_t most, uint64_t& begin, uint64_t& end) {
  begin = share.next.load(std::memory_order_relaxed);
  // A quarter of what is left: few claims while there is much to do, and at the end nobody has
  // much that others cannot take over.
  const uint64_t claims = is_short() ? 1 : 4;
  const uint64_t least = std::min(most, pieces_.worth.least_claim);
  do {
    if (begin >= share.end) return false;
    const uint64_t left = share.end - begin;
    end = begin + std::min(left, std::clamp<uint64_t>(left / claims, least, most));
  } while (!share.next.compare_exchange_weak(begin, end, std::memory_order_acq_rel));
  if (end != share.end) return true;
  // seq_cst: WorkerPool::list() writes listed_in_ and reads open_shares_.
  if (open_shares_.fetch_sub(1, std::memory_order_seq_cst) != 1) return true;
  if (WorkerPool* const pool = listed_in_.load(std::memory_order_seq_cst)) pool->forget_exhausted();
  return true;
}

void Execution::begin_pieces() {
  if (is_started_.load(std::memory_order_relaxed)) return;
  if (!is_started_.exchange(true, std::memory_order_relaxed)) listener_.started();
}

void Execution::spent(std::chrono::nanoseconds, uint64_t, bool) {}

void Execution::end_without_running(cl_int status) {
  release_work();
  listener_.completed(status);
}

void Execution::fail(cl_int error, const char* reason) {
  cl_int none = CL_COMPLETE;
  if (error_.compare_exchange_strong(none, error)) reason_.store(reason, std::memory_order_relaxed);
}

void Execution::end_pieces(uint64_t count, std::chrono::nanoseconds time, bool is_over, bool alone,
                           Worker& worker) {
  if (is_over && !alone) {
    nanoseconds_.fetch_add(static_cast<uint64_t>(time.count()), std::memory_order_relaxed);
  } else {
    spent(time, count, alone);
    accounted_.fetch_add(count, std::memory_order_relaxed);
  }
  if (open_.fetch_sub(count, std::memory_order_acq_rel) != count) return;
  if (worker.watched_ == this) {
    worker.watched_ = nullptr;
    watch_.store(WatchState::off, std::memory_order_relaxed);
  } else {
    worker.take_back();  // commands that come after the end are this thread's to run
    if (watch_.exchange(WatchState::over, std::memory_order_acq_rel) == WatchState::on) return;
  }
  report_end();
}

void Execution::watch(Worker& worker) {
  watch_.store(WatchState::on, std::memory_order_relaxed);
  worker.watched_ = this;
}

void Execution::report_watched_end(Worker& worker, std::chrono::steady_clock::time_point until) {
  if (worker.watched_ != this) return;
  worker.watched_ = nullptr;
  WatchState state = watch_.load(std::memory_order_acquire);
  while (state == WatchState::on && std::chrono::steady_clock::now() < until) {
    os::spin_pause();
    state = watch_.load(std::memory_order_acquire);
  }
  if (state == WatchState::on) state = watch_.exchange(WatchState::off, std::memory_order_acq_rel);
  if (state == WatchState::over) report_end();
}

void Execution::report_end() {
  const uint64_t accounted = accounted_.load(std::memory_order_relaxed);
  const std::chrono::nanoseconds time(nanoseconds_.load(std::memory_order_relaxed));
  if (const uint64_t pieces = pieces_.end - pieces_.first; accounted != pieces) {
    spent(time, pieces - accounted, false);
  }
  release_work();
  const char* reason = reason_.load(std::memory_order_relaxed);
  if (reason != nullptr) listener_.explain(reason);
  listener_.completed(error_.load(std::memory_order_relaxed));
}

ChunkClaimer::ChunkClaimer(Execution& execution, Worker& worker)
    : execution_(execution),
      worker_(worker),
      begin_(std::chrono::steady_clock::now()),
      is_alone_(execution.is_short()) {
  const uint32_t unit = worker.is_inline() ? execution.inline_unit() : worker.unit();
  const auto position = static_cast<uint32_t>(execution.where().units().position_of(unit));
  share_ = position % execution.share_count_;
}

ChunkClaimer::~ChunkClaimer() {
  // A launch that follows the end finds idle workers only if they say so before it.
  if (is_over_) worker_.announce_idle();
  if (ended_ == 0) return;
  const auto time = std::chrono::steady_clock::now() - begin_;
  execution_.end_pieces(ended_, time, is_over_, is_alone_, worker_);
}

uint64_t ChunkClaimer::run_some(uint64_t most) {
  for (uint32_t tried = 0; tried < execution_.share_count_; ++tried) {
    if (execution_.open_shares() == 0) break;
    uint64_t begin = 0, end = 0;
    if (execution_.claim(execution_.shares_[share_], most, begin, end)) {
      execution_.begin_pieces();
      if (execution_.may_wait()) worker_.call_another();
      execution_.run(begin, end, worker_);
      ended_ += end - begin;
      return end - begin;
    }
    share_ = share_ + 1 == execution_.share_count_ ? 0 : share_ + 1;
  }
  is_over_ = true;
  return 0;
}

}  // namespace cleave::backend::cpu::pool

#include "backend/cpu/pool/execution.h"

#include <algorithm>

#include "backend/cpu/pool/worker_pool.h"

namespace cleave::backend::cpu {

Execution::Execution(support::Ref<CpuResourceSet> where, uint64_t parts, Listener& listener,
                     uint64_t first_part, bool is_short)
    : where_(std::move(where)),
      parts_(parts),
      share_count_(is_short
                       ? 1
                       : static_cast<uint32_t>(std::min<uint64_t>(
                             where_->units().count(), std::max<uint64_t>(parts - first_part, 1)))),
      more_shares_(share_count_ > 1 ? std::make_unique<WorkerShare[]>(share_count_) : nullptr),
      open_(parts - first_part),
      open_shares_(parts > first_part ? share_count_ : 0),
      is_started_(first_part != 0),
      is_short_(is_short),
      listener_(listener),
      shares_(more_shares_ ? more_shares_.get() : &only_share_) {
  const uint64_t least = (parts - first_part) / share_count_;
  const uint64_t longer = (parts - first_part) % share_count_;  // so many have one more
  for (uint64_t i = 0, begin = first_part; i < share_count_; ++i) {
    shares_[i].next.store(begin, std::memory_order_relaxed);
    begin += least + (i < longer ? 1 : 0);
    shares_[i].end = begin;
  }
}

bool Execution::claim(WorkerShare& share, uint64_t most, uint64_t& begin, uint64_t& end) {
  begin = share.next.load(std::memory_order_relaxed);
  // A quarter of what is left: few claims while there is much to do, and at the end nobody has
  // much that others cannot take over.
  const uint64_t claims = is_short() ? 1 : 4;
  do {
    if (begin >= share.end) return false;
    end = begin + std::clamp<uint64_t>((share.end - begin) / claims, 1, most);
  } while (!share.next.compare_exchange_weak(begin, end, std::memory_order_acq_rel));
  if (end == share.end) open_shares_.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

void Execution::begin_parts() {
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

void Execution::end_parts(uint64_t count) {
  if (open_.fetch_sub(count, std::memory_order_acq_rel) != count) return;
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
  const uint32_t unit =
      worker.unit() == Execution::no_unit ? execution.inline_unit() : worker.unit();
  const auto position = static_cast<uint32_t>(execution.where().units().position_of(unit));
  share_ = position % execution.share_count_;
}

ChunkClaimer::~ChunkClaimer() {
  if (ended_ == 0) return;
  execution_.spent(std::chrono::steady_clock::now() - begin_, ended_, is_alone_);
  execution_.end_parts(ended_);
}

uint64_t ChunkClaimer::run_some(uint64_t most) {
  for (uint32_t tried = 0; tried < execution_.share_count_; ++tried) {
    if (execution_.open_shares() == 0) return 0;
    uint64_t begin = 0, end = 0;
    if (execution_.claim(execution_.shares_[share_], most, begin, end)) {
      execution_.begin_parts();
      execution_.run(begin, end, worker_);
      ended_ += end - begin;
      return end - begin;
    }
    share_ = share_ + 1 == execution_.share_count_ ? 0 : share_ + 1;
  }
  return 0;
}

}  // namespace cleave::backend::cpu

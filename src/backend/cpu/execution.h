// An execution on the CPU: parts that workers claim in contiguous ranges, and how it ends.
#pragma once

#include <atomic>
#include <cstdint>

#include "backend/device.h"

namespace cleave::backend::cpu {

class Execution;
class Worker;

/// The workers of a device. Its ready list is the pool's, guarded by the pool's mutex.
class CpuResourceSet final : public ResourceSet {
 public:
  explicit CpuResourceSet(topology::UnitSet units) : units_(std::move(units)) {}
  [[nodiscard]] const topology::UnitSet& units() const override { return units_; }

 private:
  friend class WorkerPool;
  topology::UnitSet units_;
  support::Ref<Execution> first_;  // of the ready list; the rest by Execution::next_
  Execution* last_ = nullptr;
};

/// One run of a launch or of host work. Complete when all parts have ended and all children are
/// complete. Thread-safe.
class Execution : public backend::Execution {
 public:
  /// The parts are first_part … parts - 1; with a first part other than 0 the listener has heard of
  /// the start already.
  Execution(support::Ref<CpuResourceSet> where, uint64_t parts, Listener& listener,
            uint64_t first_part = 0)
      : where_(std::move(where)),
        parts_(parts),
        next_(first_part),
        open_(parts - first_part),
        listener_(listener) {}

  [[nodiscard]] CpuResourceSet& where() const { return *where_; }
  [[nodiscard]] uint64_t parts() const { return parts_; }
  /// How many parts nobody has claimed yet; others may claim some at the same time.
  [[nodiscard]] uint64_t unclaimed() const {
    uint64_t next = next_.load(std::memory_order_relaxed);
    return next < parts_ ? parts_ - next : 0;
  }

  /// Claims the next range, large at first, small at the end and never more than `most` parts, and
  /// runs it on this thread. Gives the number of parts; 0: every part has been claimed.
  uint64_t run_some(Worker& worker, uint64_t most);
  /// A child counts like a part that is open until the child is complete.
  void add_child() { open_.fetch_add(1, std::memory_order_relaxed); }
  void child_completed() { end_parts(1); }
  /// Ends an execution of which no part will run. Precondition: no worker knows of it.
  void end_without_running(cl_int status);

  /// The unit on whose processor a thread of the application works on this execution; the worker
  /// there would only be in its way. No unit has the number no_unit.
  static constexpr uint32_t no_unit = UINT32_MAX;
  [[nodiscard]] uint32_t helped_unit() const {
    return helped_unit_.load(std::memory_order_relaxed);
  }
  void set_helped_unit(uint32_t unit) { helped_unit_.store(unit, std::memory_order_relaxed); }

 protected:
  virtual void run(uint64_t begin, uint64_t end, Worker& worker) = 0;
  /// Lets go of what the parts needed. Called once, before the listener hears of the end: who has
  /// waited for that finds everything released, and nothing is destroyed later, under some lock.
  virtual void release_work() noexcept = 0;
  /// The execution completes with this error; the first one counts.
  void fail(cl_int error);

 private:
  friend class WorkerPool;
  [[nodiscard]] bool claim(uint64_t most, uint64_t& begin, uint64_t& end);
  void end_parts(uint64_t count);

  support::Ref<CpuResourceSet> where_;
  support::Ref<Execution> next_ready_;  // in the ready list; guarded by the pool's mutex
  const uint64_t parts_;
  std::atomic<uint64_t> next_;
  std::atomic<uint64_t> open_;
  std::atomic<uint32_t> helped_unit_{no_unit};
  std::atomic<cl_int> error_{CL_COMPLETE};
  Listener& listener_;
};

}  // namespace cleave::backend::cpu

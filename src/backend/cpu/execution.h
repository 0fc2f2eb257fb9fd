// An execution on the CPU: parts that workers claim in contiguous ranges, and how it ends.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>

#include "backend/device.h"

namespace cleave::backend::cpu {

class Execution;
class Worker;

/// The workers of a device. Its ready list is guarded by the pool's mutex.
class CpuResourceSet final : public ResourceSet {
 public:
  explicit CpuResourceSet(topology::UnitSet units) : units_(std::move(units)) {}
  [[nodiscard]] const topology::UnitSet& units() const override { return units_; }

 private:
  friend class WorkerPool;
  topology::UnitSet units_;
  std::deque<support::Ref<Execution>> ready_;
};

/// One run of a launch or of host work. Complete when all parts have ended and all children are
/// complete. Thread-safe.
class Execution : public backend::Execution {
 public:
  Execution(support::Ref<CpuResourceSet> where, uint64_t parts, Listener& listener)
      : where_(std::move(where)), parts_(parts), open_(parts), listener_(listener) {}

  [[nodiscard]] CpuResourceSet& where() const { return *where_; }
  [[nodiscard]] uint64_t parts() const { return parts_; }
  [[nodiscard]] bool is_exhausted() const {
    return next_.load(std::memory_order_relaxed) >= parts_;
  }

  /// Claims the next range, large at first and small at the end, and runs it on this thread.
  /// False when every part has been claimed.
  bool run_some(Worker& worker);
  /// A child counts like a part that is open until the child is complete.
  void add_child() { open_.fetch_add(1, std::memory_order_relaxed); }
  void child_completed() { end_parts(1); }
  /// Ends an execution that will never run. Precondition: nobody has claimed a part.
  void abandon(cl_int error);

 protected:
  virtual void run(uint64_t begin, uint64_t end, Worker& worker) = 0;
  /// The execution completes with this error; the first one counts.
  void fail(cl_int error);

 private:
  [[nodiscard]] bool claim(uint64_t& begin, uint64_t& end);
  void end_parts(uint64_t count);

  support::Ref<CpuResourceSet> where_;
  const uint64_t parts_;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> open_;
  std::atomic<cl_int> error_{CL_COMPLETE};
  Listener& listener_;
};

}  // namespace cleave::backend::cpu

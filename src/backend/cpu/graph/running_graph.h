// Runs the segments of a graph on workers and on threads that wait.
#pragma once

#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "backend/cpu/graph/cpu_graph.h"
#include "backend/cpu/pool/calling_thread.h"
#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/worker_pool.h"
#include "backend/graph.h"
#include "backend/hardware.h"
#include "support/pool.h"

namespace cleave::backend::cpu::graph {

/// Holds the parts of the device that run graphs, which live longer.
struct Runners {
  const DeviceFacts& facts;
  pool::WorkerPool& pool;
  pool::CallingThread& thread;
};

/// One run of a graph, which keeps itself until it has ended.
///
/// A thread runs a segment step by step. Launches and transfers that one thread does run on it,
/// without event, queue or hand-off; a longer one becomes an execution, whose end goes on with the
/// segment. `open_` is a countdown latch for each segment: the end of a step decrements those of
/// its followers with acq_rel, so that the thread which reaches 0, and runs the segment, sees the
/// writes of all steps before it. A run of a failed segment decrements likewise, and marks the
/// segment that follows first.
class RunningGraph final : public support::ReferenceCounted<RunningGraph> {
 public:
  /// Hands a run to the workers. `listener` outlives completed().
  static void submit(GraphRun run, const Runners& runners, Listener& listener);
  /// Runs as much as is this thread's, an inline worker's on a unit of the first set, and hands the
  /// rest to workers.
  static void run_inline(GraphRun run, const Runners& runners, Listener& listener);
  /// Runs as much as is this worker's, whose thread calls and has time left, and hands the rest to
  /// others.
  static void run_as_successor(GraphRun run, const Runners& runners, Listener& listener,
                               pool::Worker& worker);

 private:
  friend class SegmentExecution;
  friend class StepEnd;
  /// A step of a segment.
  struct Position {
    uint32_t segment = 0;
    uint32_t step = 0;
  };
  using Positions = std::vector<Position>;

  RunningGraph(GraphRun run, const Runners& runners, Listener& listener);
  /// Returns the first steps of the segments that await nothing.
  [[nodiscard]] Positions first_positions() const;
  [[nodiscard]] static support::Ref<RunningGraph> make(GraphRun run, const Runners& runners,
                                                       Listener& listener);
  /// Runs what may run now, as far as it is this thread's, and what follows that.
  void run_released(Positions released, pool::Worker& worker);
  /// Runs what is this thread's own, and what follows it.
  void run(Positions own, pool::Worker& worker);
  /// Runs the rest of a segment, unless it goes on elsewhere. Adds to `own` what may run now and is
  /// this thread's.
  void run_segment(Position position, pool::Worker& worker, Positions& own);
  /// Adds to `own` what this thread runs of what may run now, and hands the rest to others: a
  /// thread keeps what is so short that it ends before others could join it; else one position, or
  /// none.
  enum class Keeps : uint8_t { none, one };
  void keep_own(Positions released, const pool::Worker& worker, Positions& own, Keeps keeps);
  enum class Ran : uint8_t {
    here,
    elsewhere,  // its end goes on with the segment
  };
  [[nodiscard]] Ran run_step(Position position, pool::Worker& worker);
  [[nodiscard]] Ran run_launch(const support::Ref<Launch>& launch, Position position,
                               pool::Worker& worker);
  [[nodiscard]] Ran run_transfer(const Transfer& transfer, Position position, pool::Worker& worker);
  [[nodiscard]] const support::Ref<Launch>& launch_of(uint32_t step) const;
  /// Hands the execution that `make_execution(end)` gives for a step to workers; `worker`, unless
  /// null, is among them.
  template <class MakeExecution>
  [[nodiscard]] Ran start(Position position, pool::Worker* worker,
                          const MakeExecution& make_execution);
  /// The step has ended: its followers may run. `has_failed`: they do not.
  void end_step(uint32_t step, bool has_failed, Positions& released);
  /// Hands positions to workers.
  void hand_all_out(Positions positions);
  /// Hands positions of one set of units to its workers. Throws std::bad_alloc, having handed out
  /// none.
  void submit_together(const Positions& together);
  /// The step before this one has ended, on any thread: goes on there if a worker calls that may,
  /// else elsewhere.
  void go_on(Position position);
  [[nodiscard]] std::chrono::nanoseconds expected_time(Position position) const;
  [[nodiscard]] bool may_go_on(const pool::Worker& worker, const pool::CpuResourceSet& where) const;
  void begin();
  /// A step fails: the rest of the segment, and what follows it, does not run.
  void fail(Position position, cl_int status, const char* reason);
  void finish();
  [[nodiscard]] const pool::CpuResourceSet& where_of(uint32_t step) const {
    return *where_[graph_->at(step).queue];
  }
  [[nodiscard]] std::atomic<uint32_t>& open(uint32_t segment) {
    return open_ ? open_[segment] : only_;
  }

  static constexpr uint32_t failed = uint32_t{1} << 31;

  support::Ref<const CpuGraph> graph_;
  std::vector<support::Ref<pool::CpuResourceSet>> where_;
  std::vector<Substitute> substitutes_;
  const Runners runners_;
  Listener& listener_;
  const bool is_timed_;
  std::unique_ptr<std::atomic<uint32_t>[]>
      open_;  // by segment: steps that it awaits, and `failed`; null: one segment
  std::atomic<uint32_t> only_{0};
  std::atomic<uint32_t> open_segments_;
  std::atomic<bool> has_begun_{false};
  std::atomic<cl_int> status_{CL_COMPLETE};
  std::atomic<const char*> reason_{nullptr};
  std::atomic<const DeviceKernel*> kernel_{nullptr};  // that has failed first
};

}  // namespace cleave::backend::cpu::graph

#include "backend/cpu/graph/running_graph.h"

#include <algorithm>
#include <new>
#include <utility>

#include "backend/cpu/enqueue/launch_tree.h"
#include "backend/cpu/pool/transfer.h"
#include "backend/cpu/pool/work.h"
#include "backend/cpu/pool/worth.h"

namespace cleave::backend::cpu::graph {

using Clock = std::chrono::steady_clock;
using support::Ref;

namespace {

/// An inline worker looks after so many steps whether it still stands on a processor of their
/// units.
constexpr uint32_t steps_between_looks = 16;

}  // namespace

/// Runs segments, or the rest of one, on workers.
class SegmentExecution final : public pool::Execution, public support::Pooled<SegmentExecution> {
 public:
  SegmentExecution(Ref<RunningGraph> graph, RunningGraph::Positions positions,
                   Ref<pool::CpuResourceSet> where, const Pieces& pieces)
      : Execution(std::move(where), pieces, no_listener),
        graph_(std::move(graph)),
        positions_(std::move(positions)) {}

 private:
  void run(uint64_t begin, uint64_t end, pool::Worker& worker) override {
    graph_->run({positions_.begin() + static_cast<std::ptrdiff_t>(begin),
                 positions_.begin() + static_cast<std::ptrdiff_t>(end)},
                worker);
  }
  void release_work() noexcept override { graph_ = nullptr; }

  Ref<RunningGraph> graph_;
  const RunningGraph::Positions positions_;
};

/// Hears the end of a step that goes on elsewhere. Two threads meet here: the one that started the
/// step, and the one that ends it. Each exchanges `state_` once (acq_rel), and the second goes on
/// with the segment: no call of the one is inside a call of the other, however long a segment is.
class StepEnd final : public Listener, public support::Pooled<StepEnd> {
 public:
  StepEnd(Ref<RunningGraph> graph, RunningGraph::Position position)
      : graph_(std::move(graph)), position_(position) {}

  /// The thread that has started the step is free. True: the step has ended already.
  [[nodiscard]] bool has_ended() {
    if (state_.exchange(State::is_free, std::memory_order_acq_rel) != State::has_ended)
      return false;
    delete this;
    return true;
  }
  void started() noexcept override {}
  void explain(const char* reason) noexcept override { reason_ = reason; }
  void ended() noexcept override {
    if (graph_->open_segments_.load(std::memory_order_relaxed) == 1 &&
        position_.step + 1 == graph_->graph_->segments()[position_.segment].end) {
      graph_->listener_.ended();
    }
  }
  void completed(cl_int status) noexcept override {
    if (status != CL_COMPLETE) {
      graph_->fail(position_, status, reason_);
    }
    if (state_.exchange(State::has_ended, std::memory_order_acq_rel) != State::is_free) return;
    const Ref<RunningGraph> graph = std::move(graph_);
    const RunningGraph::Position position = position_;
    delete this;
    graph->go_on(position);
  }

 private:
  enum class State : uint8_t { is_starting, is_free, has_ended };
  Ref<RunningGraph> graph_;
  const RunningGraph::Position position_;
  const char* reason_ = nullptr;
  std::atomic<State> state_{State::is_starting};
};

RunningGraph::RunningGraph(GraphRun run, const Runners& runners, Listener& listener)
    : graph_(static_cast<const CpuGraph*>(run.graph.get())),
      substitutes_(std::move(run.substitutes)),
      runners_(runners),
      listener_(listener),
      is_timed_(graph_->begin_timed_run()),
      open_segments_(static_cast<uint32_t>(graph_->segments().size())) {
  where_.reserve(run.where.size());
  for (const Ref<const ResourceSet>& set : run.where) {
    where_.push_back(pool::CpuResourceSet::of(*set));
  }
  const std::span<const CpuGraph::Segment> segments = graph_->segments();
  if (segments.size() <= 1) return;
  open_ = std::make_unique<std::atomic<uint32_t>[]>(segments.size());
  for (size_t i = 0; i < segments.size(); ++i) {
    open_[i].store(segments[i].awaited, std::memory_order_relaxed);
  }
}

RunningGraph::Positions RunningGraph::first_positions() const {
  Positions positions;
  positions.reserve(graph_->first_segments().size());
  for (const uint32_t segment : graph_->first_segments()) {
    positions.push_back({segment, graph_->segments()[segment].begin});
  }
  return positions;
}

Ref<RunningGraph> RunningGraph::make(GraphRun run, const Runners& runners, Listener& listener) {
  return Ref<RunningGraph>::adopt(new RunningGraph(std::move(run), runners, listener));
}

void RunningGraph::submit(GraphRun run, const Runners& runners, Listener& listener) {
  const Ref<RunningGraph> graph = make(std::move(run), runners, listener);
  // A forked child has no workers.
  if (!runners.pool.is_running()) graph->status_ = CL_OUT_OF_RESOURCES;
  if (!runners.pool.is_running() || graph->graph_->segments().empty()) return graph->finish();
  graph->hand_all_out(graph->first_positions());
}

void RunningGraph::run_inline(GraphRun run, const Runners& runners, Listener& listener) {
  const Ref<RunningGraph> graph = make(std::move(run), runners, listener);
  if (graph->graph_->segments().empty()) return graph->finish();
  graph->run_released(graph->first_positions(), pool::inline_worker_of_this_thread());
}

void RunningGraph::run_as_successor(GraphRun run, const Runners& runners, Listener& listener,
                                    pool::Worker& worker) {
  const Ref<RunningGraph> graph = make(std::move(run), runners, listener);
  if (graph->graph_->segments().empty()) return graph->finish();
  graph->run_released(graph->first_positions(), worker);
}

void RunningGraph::run_released(Positions released, pool::Worker& worker) {
  Positions own;
  keep_own(std::move(released), worker, own, Keeps::one);
  run(std::move(own), worker);
}

void RunningGraph::run(Positions own, pool::Worker& worker) {
  if (own.empty()) return;
  begin();
  do {
    const Position next = own.back();
    own.pop_back();
    run_segment(next, worker, own);
  } while (!own.empty());
}

void RunningGraph::run_segment(Position position, pool::Worker& worker, Positions& own) {
  const CpuGraph::Segment& segment = graph_->segments()[position.segment];
  const bool is_timed = is_timed_ && position.step == segment.begin;
  const auto begin = is_timed ? Clock::now() : Clock::time_point();
  std::atomic<uint32_t>& open = this->open(position.segment);
  Positions released;
  for (uint32_t run = 1; position.step != segment.end; ++position.step, ++run) {
    if ((open.load(std::memory_order_relaxed) & failed) == 0) {
      // A segment yields between steps: to other sets when the worker's time is over, to more
      // urgent ones at once, and where the thread has left.
      const pool::CpuResourceSet& where = where_of(position.step);
      const bool looks = run % steps_between_looks == 0 || worker.is_wanted_above(where.priority());
      if (looks && !may_go_on(worker, where)) return hand_all_out({position});
      if (run_step(position, worker) == Ran::elsewhere) {
        if (is_timed) graph_->set_time_of(position.segment, std::nullopt);
        return;
      }
    }
    const bool has_failed = (open.load(std::memory_order_relaxed) & failed) != 0;
    end_step(position.step, has_failed, released);
    if (released.empty()) continue;
    const bool is_last = position.step + 1 == segment.end;
    keep_own(std::exchange(released, {}), worker, own,
             is_last && own.empty() ? Keeps::one : Keeps::none);
  }
  if (is_timed) graph_->set_time_of(position.segment, Clock::now() - begin);
  if (open_segments_.fetch_sub(1, std::memory_order_acq_rel) == 1) finish();
}

void RunningGraph::end_step(uint32_t step, bool has_failed, Positions& released) {
  for (const uint32_t segment : graph_->followers(step)) {
    if (has_failed) open(segment).fetch_or(failed, std::memory_order_relaxed);
    if ((open(segment).fetch_sub(1, std::memory_order_acq_rel) & ~failed) != 1) continue;
    released.push_back({segment, graph_->segments()[segment].begin});
  }
}

const Ref<Launch>& RunningGraph::launch_of(uint32_t step) const {
  if (!substitutes_.empty()) {
    const uint32_t index = graph_->at(step).index;
    const auto found = std::ranges::lower_bound(substitutes_, index, {}, &Substitute::step);
    if (found != substitutes_.end() && found->step == index) return found->launch;
  }
  return std::get<Ref<Launch>>(graph_->work(step));
}

RunningGraph::Ran RunningGraph::run_step(Position position, pool::Worker& worker) {
  const Step::Work& work = graph_->work(position.step);
  try {
    if (std::holds_alternative<Ref<Launch>>(work)) {
      return run_launch(launch_of(position.step), position, worker);
    }
    if (const auto* transfer = std::get_if<const Transfer*>(&work)) {
      return run_transfer(**transfer, position, worker);
    }
  } catch (const std::bad_alloc&) {
    fail(position, CL_OUT_OF_HOST_MEMORY, nullptr);
  }
  return Ran::here;
}

RunningGraph::Ran RunningGraph::run_launch(const Ref<Launch>& launch, Position position,
                                           pool::Worker& worker) {
  const pool::CpuResourceSet& where = where_of(position.step);
  const auto set = [&] { return pool::CpuResourceSet::of(where); };
  const bool is_for_workers =
      launch->may_wait || launch->device_queues != nullptr ||
      (worker.is_inline() && !pool::has_stack_for(pool::stack_bytes_of(*launch)));
  const pool::Expectation expected = pool::expectation(*launch);
  if (is_for_workers) {
    return start(position, nullptr, [&](StepEnd& end) -> Ref<pool::Execution> {
      if (launch->device_queues == nullptr) {
        return pool::make_whole_execution(launch, expected, set(), end);
      }
      return enqueue::LaunchTree::make(launch, set(), runners_.pool, runners_.facts, end).execution;
    });
  }
  const bool is_for_several = !worker.is_inline() &&
                              expected.kind != pool::Expected::short_for_one_thread &&
                              pool::WorkGroups::count(*launch) != 1;
  if (is_for_several) {
    return start(position, &worker, [&](StepEnd& end) {
      return pool::make_whole_execution(launch, expected, set(), end);
    });
  }
  const pool::CallingThread::Outcome outcome =
      runners_.thread.run(*launch, expected, where, worker);
  if (outcome.lacking != nullptr) fail(position, CL_OUT_OF_RESOURCES, outcome.lacking);
  if (!outcome.has_rest()) return Ran::here;
  return start(position, &worker, [&](StepEnd& end) {
    return pool::make_kernel_execution(launch, pool::code_of(*launch), set(), end, outcome.rest);
  });
}

RunningGraph::Ran RunningGraph::run_transfer(const Transfer& transfer, Position position,
                                             pool::Worker& worker) {
  const pool::CpuResourceSet& where = where_of(position.step);
  std::optional<pool::Worth> worth;
  if (worker.is_inline()) {
    worth = runners_.thread.worth_sharing(transfer, where);
  } else if (pool::transfer_pieces(transfer) > 1) {
    worth = pool::worth_of(transfer);
  }
  if (!worth) {
    runners_.thread.run(transfer);
    return Ran::here;
  }
  return start(position, &worker, [&](StepEnd& end) {
    return pool::make_transfer_execution(transfer, *worth, pool::CpuResourceSet::of(where), end,
                                         runners_.facts.streamed_bytes);
  });
}

template <class MakeExecution>
RunningGraph::Ran RunningGraph::start(Position position, pool::Worker* worker,
                                      const MakeExecution& make_execution) {
  auto end = std::make_unique<StepEnd>(Ref<RunningGraph>(this), position);
  Ref<pool::Execution> execution = make_execution(*end);
  StepEnd& of_step = *end.release();  // which deletes itself
  if (worker == nullptr) {
    runners_.pool.submit(std::move(execution));
  } else if (worker->is_inline()) {
    runners_.thread.share(std::move(execution));
  } else if (worker->may_be_given_successor()) {
    runners_.pool.submit_successor(std::move(execution), *worker);
  } else {
    runners_.pool.submit(std::move(execution));
  }
  return of_step.has_ended() ? Ran::here : Ran::elsewhere;
}

void RunningGraph::go_on(Position position) {
  Positions released;
  const bool has_failed = (open(position.segment).load(std::memory_order_relaxed) & failed) != 0;
  end_step(position.step, has_failed, released);
  if (++position.step != graph_->segments()[position.segment].end) {
    released.push_back(position);
  } else if (open_segments_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    return finish();
  }
  if (released.empty()) return;
  pool::Worker* const worker = pool::Worker::of_this_thread();
  if (worker == nullptr || !worker->may_be_given_successor()) {
    return hand_all_out(std::move(released));
  }
  run_released(std::move(released), *worker);
}

bool RunningGraph::may_go_on(const pool::Worker& worker, const pool::CpuResourceSet& where) const {
  if (worker.is_inline()) return runners_.thread.is_free_for(where);
  return where.units().contains(worker.unit()) && !worker.is_wanted_above(where.priority()) &&
         (!worker.is_wanted() || worker.has_time_left());
}

std::chrono::nanoseconds RunningGraph::expected_time(Position position) const {
  const CpuGraph::Segment& segment = graph_->segments()[position.segment];
  const auto time = graph_->time_of(position.segment);
  if (!time) return pool::least_shared_with_spinning;  // worth a thread of its own
  return *time * (segment.end - position.step) / (segment.end - segment.begin);
}

void RunningGraph::keep_own(Positions released, const pool::Worker& worker, Positions& own,
                            Keeps keeps) {
  const auto is_here = [&](Position position) {
    return may_go_on(worker, where_of(position.step));
  };
  Positions others;
  if (!std::ranges::all_of(released, is_here)) {
    const auto elsewhere = std::ranges::stable_partition(released, is_here);
    others.assign(elsewhere.begin(), elsewhere.end());
    released.erase(elsewhere.begin(), elsewhere.end());
  }
  std::chrono::nanoseconds time{};
  for (const Position& each : released) time += expected_time(each);
  // One thread runs what it ends before others could join it.
  size_t kept = released.size();
  if (time >= pool::least_shared_with_spinning) {
    kept = keeps == Keeps::one ? std::min<size_t>(1, kept) : 0;
  }
  const auto first_kept = released.end() - static_cast<std::ptrdiff_t>(kept);
  others.insert(others.end(), released.begin(), first_kept);
  own.insert(own.end(), first_kept, released.end());
  if (!others.empty()) hand_all_out(std::move(others));
}

void RunningGraph::hand_all_out(Positions positions) {
  while (!positions.empty()) {
    const uint32_t queue = graph_->at(positions.front().step).queue;
    const auto others = std::ranges::stable_partition(
        positions, [&](Position each) { return &where_of(each.step) == where_[queue].get(); });
    Positions together{positions.begin(), others.begin()};
    positions.erase(positions.begin(), others.begin());
    try {
      submit_together(together);
    } catch (const std::bad_alloc&) {
      // A segment that has failed runs nothing, so any thread may walk it to its end.
      for (const Position& each : together) fail(each, CL_OUT_OF_HOST_MEMORY, nullptr);
      run(std::move(together), pool::inline_worker_of_this_thread());
    }
  }
}

void RunningGraph::submit_together(const Positions& together) {
  std::chrono::nanoseconds time{};
  for (const Position& each : together) time += expected_time(each);
  const uint64_t count = together.size();
  const pool::Execution::Pieces pieces{.end = count,
                                       .is_short = time < pool::least_shared_with_spinning,
                                       .worth = pool::worth_of(time, count)};
  const uint32_t queue = graph_->at(together.front().step).queue;
  runners_.pool.submit(support::make_ref<SegmentExecution>(Ref<RunningGraph>(this), together,
                                                           where_[queue], pieces));
}

void RunningGraph::begin() {
  if (has_begun_.load(std::memory_order_relaxed)) return;
  if (!has_begun_.exchange(true, std::memory_order_relaxed)) listener_.started();
}

void RunningGraph::fail(Position position, cl_int status, const char* reason) {
  open(position.segment).fetch_or(failed, std::memory_order_relaxed);
  cl_int none = CL_COMPLETE;
  if (!status_.compare_exchange_strong(none, status)) return;
  reason_.store(reason, std::memory_order_relaxed);
  const Step::Work& work = graph_->work(position.step);
  if (const auto* launch = std::get_if<Ref<Launch>>(&work)) {
    kernel_.store((*launch)->kernel, std::memory_order_relaxed);
  }
}

void RunningGraph::finish() {
  if (const auto* const kernel = kernel_.load(std::memory_order_relaxed)) {
    listener_.failed_in(*kernel);
  }
  // The listener finds all released that the graph kept.
  graph_ = nullptr;
  substitutes_.clear();
  if (const char* const reason = reason_.load(std::memory_order_relaxed)) listener_.explain(reason);
  listener_.completed(status_.load(std::memory_order_relaxed));
}

}  // namespace cleave::backend::cpu::graph

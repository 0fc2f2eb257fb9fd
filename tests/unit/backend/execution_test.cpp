// How an execution ends: with its last piece and its last child, with the first error, everything
// that it kept let go.
#include "backend/cpu/pool/execution.h"

#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "backend/cpu/pool/worker_pool.h"
#include "backend_support.h"

namespace cleave::backend::test {
namespace {

/// Its pieces are run by the test's own thread.
class Counting final : public cpu::pool::Execution {
 public:
  Counting(uint64_t pieces, Listener& listener, UnitSet units = {0})
      : cpu::pool::Execution(support::make_ref<cpu::pool::CpuResourceSet>(std::move(units)),
                             {.end = pieces}, listener) {}
  using cpu::pool::Execution::fail;
  std::vector<std::pair<uint64_t, uint64_t>> ranges;
  int releases = 0;

 private:
  void run(uint64_t begin, uint64_t end, cpu::pool::Worker&) override {
    ranges.emplace_back(begin, end);
  }
  void release_work() noexcept override { ++releases; }
};

/// Expected to be short; its pieces take a while or no time.
class Short final : public cpu::pool::Execution {
 public:
  Short(support::Ref<cpu::pool::CpuResourceSet> where, uint64_t pieces, Listener& listener,
        std::chrono::milliseconds part_time)
      : cpu::pool::Execution(std::move(where), {.end = pieces, .is_short = true}, listener),
        part_time_(part_time) {}
  [[nodiscard]] size_t workers() {
    std::lock_guard lock(mutex_);
    return units_.size();
  }

 private:
  void run(uint64_t, uint64_t, cpu::pool::Worker& worker) override {
    if (part_time_.count() != 0) std::this_thread::sleep_for(part_time_);
    std::lock_guard lock(mutex_);
    units_.insert(worker.unit());
  }
  void release_work() noexcept override {}

  const std::chrono::milliseconds part_time_;
  std::mutex mutex_;
  std::set<uint32_t> units_;
};

/// Counts how often each of its pieces is run.
class Tally final : public cpu::pool::Execution {
 public:
  Tally(support::Ref<cpu::pool::CpuResourceSet> where, const Pieces& pieces, Listener& listener)
      : cpu::pool::Execution(std::move(where), pieces, listener), times_(pieces.end) {}
  [[nodiscard]] std::vector<uint32_t> times() const { return {times_.begin(), times_.end()}; }

 private:
  void run(uint64_t begin, uint64_t end, cpu::pool::Worker&) override {
    for (uint64_t piece = begin; piece < end; ++piece) times_[piece].fetch_add(1);
  }
  void release_work() noexcept override {}

  std::vector<std::atomic<uint32_t>> times_;
};

Ref<Tally> make_tally(const Ref<cpu::pool::CpuResourceSet>& where,
                      const cpu::pool::Execution::Pieces& pieces, Listener& listener) {
  return support::make_ref<Tally>(where, pieces, listener);
}

TEST(Execution, DealsPartsInContiguousRangesThatGetSmaller) {
  cpu::pool::Worker worker(0);
  Waiting listener;
  const auto execution = support::make_ref<Counting>(uint64_t{1000}, listener);
  {
    cpu::pool::ChunkClaimer stint(*execution, worker);
    while (stint.run_some(UINT64_MAX) != 0) {
    }
    EXPECT_EQ(0, listener.completions()) << "what was run counts when the stint is over";
  }
  uint64_t next = 0, length = UINT64_MAX;
  for (const auto& [begin, end] : execution->ranges) {
    EXPECT_EQ(next, begin);
    EXPECT_LE(end - begin, length);
    length = end - begin;
    next = end;
  }
  EXPECT_EQ(1000U, next);
  EXPECT_EQ(1U, length);
  EXPECT_LT(execution->ranges.size(), 60U);
  EXPECT_EQ(1, listener.completions());
  EXPECT_EQ(1, execution->releases);
}

TEST(Execution, NeverClaimsMoreThanItIsAskedTo) {
  cpu::pool::Worker worker(0);
  Waiting listener;
  const auto execution = support::make_ref<Counting>(uint64_t{1000}, listener);
  EXPECT_EQ(3U, cpu::pool::ChunkClaimer(*execution, worker).run_some(3));
  EXPECT_EQ(1U, execution->open_shares());
}

TEST(Execution, GivesEachWorkerTheSameShareEveryTime) {
  for (int launch = 0; launch < 3; ++launch) {
    Waiting listener;
    const auto execution =
        support::make_ref<Counting>(uint64_t{103}, listener, UnitSet{2, 5, 6, 9});
    EXPECT_EQ(4U, execution->open_shares());
    for (const auto& [unit, first] : {std::pair{9U, 78U}, {2U, 0U}, {6U, 52U}, {5U, 26U}}) {
      cpu::pool::Worker worker(unit);
      EXPECT_EQ(2U, cpu::pool::ChunkClaimer(*execution, worker).run_some(2));
      EXPECT_EQ(first, execution->ranges.back().first) << unit;
    }
  }
}

TEST(Execution, LetsAWorkerTakeFromTheSharesOfOthers) {
  cpu::pool::Worker worker(6);
  Waiting listener;
  const auto execution = support::make_ref<Counting>(uint64_t{103}, listener, UnitSet{2, 6, 9});
  {
    cpu::pool::ChunkClaimer stint(*execution, worker);
    while (stint.run_some(UINT64_MAX) != 0) {
    }
  }
  EXPECT_EQ(0U, execution->open_shares());
  EXPECT_EQ(35U, execution->ranges.front().first) << "its own comes first";
  std::vector<int> times(103);
  for (const auto& [begin, end] : execution->ranges) {
    for (uint64_t piece = begin; piece < end; ++piece) ++times[piece];
  }
  EXPECT_EQ(std::vector<int>(103, 1), times);
  EXPECT_EQ(1, listener.completions());
}

TEST(Execution, IsTakenForShortUntilItLasts) {
  cpu::pool::Worker worker(0);
  Waiting listener;
  const auto execution =
      support::make_ref<Short>(support::make_ref<cpu::pool::CpuResourceSet>(UnitSet{0}),
                               uint64_t{100}, listener, std::chrono::milliseconds(1));
  while (cpu::pool::serve_for_time_slice(worker, *execution)) EXPECT_FALSE(execution->is_short());
  EXPECT_FALSE(execution->is_short());
  EXPECT_EQ(1, listener.completions());
}

TEST(Execution, IsClaimedInFewRangesWhileItIsShort) {
  cpu::pool::Worker worker(0);
  Waiting listener;
  const auto execution =
      support::make_ref<Short>(support::make_ref<cpu::pool::CpuResourceSet>(UnitSet{0, 1, 2}),
                               uint64_t{1000}, listener, std::chrono::milliseconds(0));
  EXPECT_EQ(1U, execution->open_shares());
  EXPECT_EQ(1000U, cpu::pool::ChunkClaimer(*execution, worker).run_some(UINT64_MAX));
}

TEST(Execution, IsOneWorkersAloneWhileItIsShort) {
  const topology::Machine& machine = this_machine().machine();
  auto& pool = *new cpu::pool::WorkerPool(machine, false);  // its threads are never joined
  ASSERT_TRUE(pool.start(machine.all_units()).ok());
  const auto all = support::make_ref<cpu::pool::CpuResourceSet>(machine.all_units());
  std::vector<Waiting> listeners(300);
  std::vector<support::Ref<Short>> executions;
  for (Waiting& listener : listeners) {
    executions.push_back(
        support::make_ref<Short>(all, uint64_t{100}, listener, std::chrono::milliseconds(0)));
    pool.submit(executions.back());
  }
  for (Waiting& listener : listeners) EXPECT_TRUE(listener.has_ended());
  for (const auto& execution : executions) {
    // One that a busy machine makes last is shared like any other.
    if (execution->is_short()) {
      EXPECT_EQ(1U, execution->workers());
    }
  }
}

TEST(Execution, RunsEveryPartOnceWhoeverIsHandedIt) {
  // The threads of the pool are never joined, and look at their machine until the process is gone.
  const auto& machine = *new topology::Machine(topology::read_machine("core:12 pu:1").machine);
  auto& pool = *new cpu::pool::WorkerPool(machine, false);
  ASSERT_TRUE(pool.start(machine.all_units()).ok());
  // More workers than processors, parts of the machine that overlap, short ones and others: some
  // are handed over, some come from the list, some go back there.
  const std::array sets = {support::make_ref<cpu::pool::CpuResourceSet>(UnitSet::range(0, 12)),
                           support::make_ref<cpu::pool::CpuResourceSet>(UnitSet::range(0, 5)),
                           support::make_ref<cpu::pool::CpuResourceSet>(UnitSet::range(3, 9))};
  std::vector<std::thread> callers;
  for (const auto& set : sets) {
    callers.emplace_back([&pool, &set] {
      for (uint64_t round = 0; round < 600; ++round) {
        Waiting of_many, of_short;
        const auto many = make_tally(set, {.end = 1 + round % 40}, of_many);
        const auto few = make_tally(set, {.end = 1 + round % 7, .is_short = true}, of_short);
        pool.submit(many);
        pool.submit(few);
        ASSERT_TRUE(of_many.has_ended() && of_short.has_ended());
        EXPECT_EQ(std::vector<uint32_t>(1 + round % 40, 1), many->times());
        EXPECT_EQ(std::vector<uint32_t>(1 + round % 7, 1), few->times());
        if (round % 50 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
}

TEST(Execution, IsSharedWhenItLastsAfterAll) {
  const topology::Machine& machine = this_machine().machine();
  if (machine.units.size() < 2) GTEST_SKIP() << "there is one processor only";
  auto& pool = *new cpu::pool::WorkerPool(machine, false);
  ASSERT_TRUE(pool.start(machine.all_units()).ok());
  const auto all = support::make_ref<cpu::pool::CpuResourceSet>(machine.all_units());
  Waiting listener;
  const auto execution =
      support::make_ref<Short>(all, uint64_t{100}, listener, std::chrono::milliseconds(5));
  pool.submit(execution);
  EXPECT_TRUE(listener.has_ended());
  EXPECT_FALSE(execution->is_short());
  EXPECT_LT(1U, execution->workers());
}

/// A hundred pieces on four units.
Ref<Counting> on_four_units(Listener& listener) {
  return support::make_ref<Counting>(uint64_t{100}, listener, UnitSet{0, 1, 2, 3});
}

void run_all(cpu::pool::Execution& execution, cpu::pool::Worker& worker) {
  while (cpu::pool::serve_for_time_slice(worker, execution)) {
  }
}

TEST(Execution, LeavesItsEndToTheWorkerThatWatches) {
  cpu::pool::Worker worker(0), watching(2);
  Waiting listener;
  const auto execution = on_four_units(listener);
  execution->watch(watching);
  run_all(*execution, worker);
  EXPECT_EQ(0, listener.completions());
  execution->report_watched_end(watching, std::chrono::steady_clock::now());
  EXPECT_EQ(1, listener.completions());
  EXPECT_EQ(1, execution->releases);
  execution->report_watched_end(watching, std::chrono::steady_clock::now());
  EXPECT_EQ(1, listener.completions()) << "it does not watch any more";
}

TEST(Execution, ReportsItsEndWhereTheWatchingWorkerHasLeft) {
  cpu::pool::Worker worker(0), watching(2);
  Waiting listener;
  const auto execution = on_four_units(listener);
  execution->watch(watching);
  execution->report_watched_end(watching, std::chrono::steady_clock::now());
  EXPECT_EQ(0, listener.completions());
  run_all(*execution, worker);
  EXPECT_EQ(1, listener.completions());
}

TEST(Execution, ReportsItsEndOnceWhereTheWatchingWorkerEndsIt) {
  Waiting listener;
  const auto execution = on_four_units(listener);
  cpu::pool::Worker watching(cpu::pool::Execution::no_unit);
  execution->watch(watching);
  run_all(*execution, watching);
  EXPECT_EQ(1, listener.completions());
  execution->report_watched_end(watching, std::chrono::steady_clock::now());
  EXPECT_EQ(1, listener.completions());
}

TEST(Execution, ReportsItsEndOnceWhoeverIsFirst) {
  for (int round = 0; round < 2000; ++round) {
    Waiting listener;
    const auto execution = on_four_units(listener);
    cpu::pool::Worker watching(2);
    execution->watch(watching);
    std::thread other([&] {
      cpu::pool::Worker worker(0);
      run_all(*execution, worker);
    });
    execution->report_watched_end(
        watching, std::chrono::steady_clock::now() + std::chrono::microseconds(round % 50));
    other.join();
    ASSERT_EQ(1, listener.completions());
  }
}

TEST(Execution, HasAsManySharesAsItIsWorthThreads) {
  const auto four = support::make_ref<cpu::pool::CpuResourceSet>(UnitSet{0, 1, 2, 3});
  Waiting listener;
  const cpu::pool::Worth worth{.spinning = 3, .sleeping = 2, .least_claim = 10};
  const auto tally = make_tally(four, {.end = 90, .worth = worth}, listener);
  EXPECT_EQ(3U, tally->open_shares());
  EXPECT_EQ(3U, tally->worth().spinning);
  EXPECT_EQ(2U, tally->worth().sleeping);
  cpu::pool::Worker worker(0);
  EXPECT_EQ(10U, cpu::pool::ChunkClaimer(*tally, worker).run_some(tally->least_claim()));
  const auto two = make_tally(four, {.end = 2, .worth = worth}, listener);
  EXPECT_EQ(2U, two->worth().spinning) << "a thread without a piece is worth nothing";
}

TEST(Execution, CompletesWithTheFirstError) {
  cpu::pool::Worker worker(0);
  Waiting listener;
  const auto execution = support::make_ref<Counting>(uint64_t{1}, listener);
  execution->fail(CL_OUT_OF_RESOURCES);
  execution->fail(CL_INVALID_VALUE);
  EXPECT_EQ(1U, cpu::pool::ChunkClaimer(*execution, worker).run_some(1));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, listener.status());
}

/// Looks at the moment of completion whether something is gone.
class Watching final : public Waiting {
 public:
  explicit Watching(std::weak_ptr<const void> watched) : watched_(std::move(watched)) {}
  void completed(cl_int status) noexcept override {
    was_gone = watched_.expired();
    Waiting::completed(status);
  }
  bool was_gone = false;

 private:
  std::weak_ptr<const void> watched_;
};

TEST(Execution, LetsHostWorkGoBeforeItSaysThatItIsComplete) {
  Hardware& device = eight_workers();
  auto kept = std::make_shared<int>(CL_COMPLETE);
  Watching listener(kept);
  device.submit([kept = std::move(kept)] { return *kept; }, *device.resources(UnitSet{0}),
                listener);
  ASSERT_TRUE(listener.has_ended());
  EXPECT_TRUE(listener.was_gone);
}

TEST(Execution, LetsALaunchAndItsCodeGoBeforeItSaysThatItIsComplete) {
  Hardware& device = eight_workers();
  int unused = 0;
  Ref<Launch> launch = make_launch([](LaunchContext*) {}, unused, 100);
  Watching listener(launch->code_owner);
  device.submit(std::move(launch), *device.resources(UnitSet{0, 1, 2}), listener);
  ASSERT_TRUE(listener.has_ended());
  EXPECT_TRUE(listener.was_gone);
}

TEST(Execution, MayBeSubmittedByTheDestructorOfWhatAnotherKept) {
  Hardware& device = eight_workers();
  const auto both = device.resources(UnitSet{0, 1});
  Waiting outer, inner;
  std::shared_ptr<void> kept(
      nullptr, [&](void*) { device.submit([] { return CL_COMPLETE; }, *both, inner); });
  device.submit([kept = std::move(kept)] { return CL_COMPLETE; }, *both, outer);
  ASSERT_TRUE(outer.has_ended() && inner.has_ended());
}

}  // namespace
}  // namespace cleave::backend::test

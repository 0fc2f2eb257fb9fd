// Which work is served first: more urgent work soon, and none too late.
#include <sched.h>

#include <array>
#include <functional>
#include <numeric>
#include <thread>

#include "backend/cpu/pool/worker_pool.h"
#include "backend_support.h"

namespace cleave::backend::test {
namespace {

using std::chrono::microseconds;
using Clock = std::chrono::steady_clock;

/// A pool of one worker, which stays for the rest of the process.
cpu::pool::WorkerPool& pool_of_one_worker() {
  static const auto& machine =
      *new topology::Machine(topology::read_machine("core:1 pu:1").machine);
  static cpu::pool::WorkerPool& pool = *new cpu::pool::WorkerPool(machine, false);
  EXPECT_TRUE(pool.start(machine.all_units()).ok());
  return pool;
}

Ref<cpu::pool::CpuResourceSet> set_of(Priority priority) {
  return support::make_ref<cpu::pool::CpuResourceSet>(UnitSet{0}, priority);
}

/// Calls a function of the test for each of its pieces, on the one worker.
class Calls final : public cpu::pool::Execution {
 public:
  Calls(Ref<cpu::pool::CpuResourceSet> where, uint64_t pieces, Listener& listener,
        std::function<void()> piece)
      : cpu::pool::Execution(std::move(where), {.end = pieces}, listener),
        piece_(std::move(piece)) {}

 private:
  void run(uint64_t begin, uint64_t end, cpu::pool::Worker&) override {
    for (uint64_t piece = begin; piece < end; ++piece) piece_();
  }
  void release_work() noexcept override {}
  const std::function<void()> piece_;
};

void spin_for(Clock::duration time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end) {
  }
}

constexpr uint64_t uncounted = 20'000;  // more pieces than are counted

TEST(Priorities, AreTheOrderInWhichAWorkerServesSets) {
  cpu::pool::WorkerPool& pool = pool_of_one_worker();
  std::atomic<bool> is_running{false}, may_end{false};
  Waiting of_first;
  pool.submit(support::make_ref<Calls>(set_of(Priority::high), uint64_t{1}, of_first, [&] {
    is_running = true;
    while (!may_end) std::this_thread::yield();
  }));
  while (!is_running) std::this_thread::yield();
  std::vector<Priority> order;
  std::array<Waiting, 6> listeners;
  size_t next = 0;
  for (const Priority priority : {Priority::low, Priority::medium, Priority::high, Priority::low,
                                  Priority::medium, Priority::high}) {
    pool.submit(support::make_ref<Calls>(set_of(priority), uint64_t{1}, listeners[next++],
                                         [&order, priority] { order.push_back(priority); }));
  }
  may_end = true;
  for (Waiting& listener : listeners) ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ((std::vector{Priority::high, Priority::high, Priority::medium, Priority::medium,
                         Priority::low, Priority::low}),
            order);
}

/// Returns how many pieces of 10 µs, of work of one priority, run before work of another begins that
/// one of them submits: counted, not timed. A busy machine makes pieces longer, and so they are fewer.
uint64_t pieces_before(Priority of_pieces, Priority of_other) {
  cpu::pool::WorkerPool& pool = pool_of_one_worker();
  constexpr uint64_t submits = 2000;  // chunks have grown by then
  constexpr uint64_t most = submits + 5000;
  uint64_t count = 0, seen = 0;
  Waiting of_long, of_other_one;
  const auto other =
      support::make_ref<Calls>(set_of(of_other), uint64_t{1}, of_other_one, [&] { seen = count; });
  pool.submit(support::make_ref<Calls>(set_of(of_pieces), uncounted, of_long, [&] {
    if (seen != 0 || count >= most) return;
    spin_for(microseconds(10));
    if (++count == submits) pool.submit(other);
  }));
  EXPECT_TRUE(of_other_one.has_ended());
  EXPECT_TRUE(of_long.has_ended());
  return seen - submits;
}

// A chunk takes less than twice 30 µs, and a time slice has lasted for 20 µs already: ten pieces.
TEST(Priorities, WorkGivesWayToMoreUrgentWorkAfterAChunk) {
  EXPECT_GE(10U, pieces_before(Priority::low, Priority::medium));
  EXPECT_GE(10U, pieces_before(Priority::low, Priority::high));
  EXPECT_GE(10U, pieces_before(Priority::medium, Priority::high));
}

// A time slice of 1 ms has up to a hundred of the pieces. Work that is listed already may have one
// more before it is behind.
TEST(Priorities, WorkGivesWayToOthersAfterATimeSlice) {
  EXPECT_GE(220U, pieces_before(Priority::medium, Priority::medium));
  EXPECT_GE(220U, pieces_before(Priority::high, Priority::high));
}

// Less urgent work is served once in 25 time slices of 1 ms: counted in pieces, each of which lasts
// for a time slice, and longer where the machine is busy.
TEST(Priorities, NoWorkStarves) {
  cpu::pool::WorkerPool& pool = pool_of_one_worker();
  constexpr uint64_t served = 5;
  uint64_t urgent = 0, since = 0, longest = 0, less_urgent = 0;
  bool is_over = false;
  Waiting of_urgent, of_other;
  const auto other = support::make_ref<Calls>(set_of(Priority::low), uncounted, of_other, [&] {
    if (is_over) return;
    longest = std::max(longest, std::exchange(since, 0));
    spin_for(microseconds(100));  // so that one chunk is one piece
    is_over = ++less_urgent == served;
  });
  pool.submit(support::make_ref<Calls>(set_of(Priority::high), uncounted, of_urgent, [&] {
    if (is_over) return;
    if (++urgent == 1) pool.submit(other);
    is_over = ++since == 200;  // it starves
    spin_for(std::chrono::milliseconds(1));
  }));
  ASSERT_TRUE(of_urgent.has_ended());
  ASSERT_TRUE(of_other.has_ended());
  EXPECT_GE(28U, longest);
  EXPECT_GE(28U, since);
  EXPECT_EQ(served, less_urgent);
}

/// Steps of 10 µs on a device, of which one submits urgent work.
struct Steps {
  Hardware& device;
  const ResourceSet& urgent_set;
  uint64_t submits;                // the number of that step
  std::chrono::microseconds time;  // of the urgent work, which is one work-group
  std::atomic<uint64_t> count{0};
  uint64_t seen = 0;  // steps that had run when the urgent work began, and at its end
  uint64_t at_end = 0;
  Waiting of_urgent = {};
};
void run_urgent(LaunchContext* context) {
  Steps& steps = argument_of<Steps>(*context);
  steps.seen = steps.count;
  spin_for(steps.time);
  steps.at_end = steps.count;
}
void run_step(LaunchContext* context) {
  Steps& steps = argument_of<Steps>(*context);
  spin_for(microseconds(10));
  if (++steps.count != steps.submits) return;
  steps.device.submit(make_launch(run_urgent, steps, 1), steps.urgent_set, steps.of_urgent);
}

// Steps that one worker runs one after another; without priorities so many as a time slice has.
TEST(Priorities, AReplayGivesWayToMoreUrgentWorkBetweenItsSteps) {
  Hardware& device = started_device("core:1 pu:1");
  const auto all = device.resources(device.machine().all_units());
  const auto urgent = device.with_priority(*all, Priority::high);
  Steps steps{.device = device, .urgent_set = *urgent, .submits = 500, .time = microseconds(10)};
  constexpr uint32_t count = 3000;
  std::vector<Step> chain(count);
  std::vector<uint32_t> before(count);  // each step
  std::iota(before.begin(), before.end(), UINT32_MAX);
  for (uint32_t i = 0; i < count; ++i) {
    chain[i].work = make_launch(run_step, steps, 1);
    if (i != 0) chain[i].follows = std::span(before).subspan(i, 1);
  }
  GraphRun run;
  run.graph = device.prepare(chain);
  run.where.emplace_back(device.with_priority(*all, Priority::low));
  Waiting listener;
  device.submit(std::move(run), listener);
  ASSERT_TRUE(listener.has_ended());
  ASSERT_TRUE(steps.of_urgent.has_ended());
  EXPECT_EQ(count, steps.count);
  EXPECT_GE(10U, steps.seen - steps.submits);
}

// A thread that waits shares its processor with the worker: it leaves that to more urgent work, here
// for 20 ms, in which it would run a thousand work-groups.
TEST(Priorities, AThreadThatWaitsGivesWayToItsWorker) {
  Hardware& device = this_machine();
  if (!device.facts().workers_bound) GTEST_SKIP() << "threads cannot be bound";
  const auto first = device.resources(UnitSet{0});
  const auto urgent = device.with_priority(*first, Priority::high);
  const auto other = device.with_priority(*first, Priority::low);
  Steps steps{.device = device,
              .urgent_set = *urgent,
              .submits = 200,
              .time = std::chrono::milliseconds(20)};
  std::thread([&] {
    cpu_set_t processor;
    CPU_ZERO(&processor);
    CPU_SET(device.machine().units[0].os_processor, &processor);
    ASSERT_EQ(0, sched_setaffinity(0, sizeof processor, &processor));
    Waiting listener;
    const Ref<Launch> launch = make_launch(run_step, steps, 5000);
    ASSERT_TRUE(device.inline_execution()->try_run_inline(launch, *other, listener));
    EXPECT_TRUE(listener.has_ended());
    EXPECT_TRUE(steps.of_urgent.has_ended());
  }).join();
  EXPECT_EQ(5000U, steps.count);
  EXPECT_GE(100U, steps.at_end - steps.seen);
}

TEST(Priorities, SetsKeepWhatTheyAreMadeOf) {
  Hardware& device = eight_workers();
  ASSERT_TRUE(device.facts().has_priorities);
  const auto slice = device.slice({UnitSet::range(0, 4), UnitSet::range(4, 4)}, 1);
  const auto urgent = device.with_priority(*slice, Priority::high);
  EXPECT_EQ(Priority::medium, slice->priority());
  EXPECT_EQ(Priority::high, urgent->priority());
  EXPECT_EQ(slice->units(), urgent->units());
}

}  // namespace
}  // namespace cleave::backend::test

// How workers share their time: nobody starves, cheap work is claimed in bulk, nobody wakes in
// vain.
#include "backend/cpu/pool/worker_pool.h"

#include <immintrin.h>
#include <signal.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

void compute_for(std::chrono::nanoseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

using Function = std::function<void()>;
void call(LaunchContext* context) {
  argument_of<Function> (*context)();
}

constexpr uint64_t endless = 10'000'000;  // parts of 0.1 ms each

TEST(WorkerPool, LetsAPartRunWhileItsParentIsBusyForLong) {
  Hardware& device = eight_workers();
  const auto parent = device.resources(UnitSet::range(0, 8));
  const auto part = device.resources(UnitSet{4});
  std::atomic<bool> enough{false};
  Function busy = [&] {
    if (!enough) compute_for(std::chrono::microseconds(100));
  };
  Waiting of_parent;
  device.submit(make_launch(call, busy, endless), *parent, of_parent);
  for (int round = 0; round < 5; ++round) {
    Function nothing = [] {};
    Waiting of_part;
    device.submit(make_launch(call, nothing, 10), *part, of_part);
    EXPECT_TRUE(of_part.has_ended());
    enough = enough || of_part.completions() == 0;  // a failure ends soon
  }
  EXPECT_EQ(0, of_parent.completions());
  enough = true;
  ASSERT_TRUE(of_parent.has_ended());
}

// A worker that was called for one of them may take the other one, which was listed before it.
TEST(WorkerPool, RunsLaunchesThatWaitForEachOtherAtTheSameTime) {
  Hardware& device = started_device("core:2 pu:1");
  const auto where = device.resources(UnitSet::range(0, 2));
  for (int round = 0; round < 10000; ++round) {
    std::atomic<bool> has_written{false}, enough{false};
    Function read = [&] {
      while (!has_written && !enough) std::this_thread::yield();
    };
    Function write = [&] { has_written = true; };
    Waiting of_reader, of_writer;
    const auto submit = [&](Function& function, Waiting& listener) {
      const Ref<Launch> launch = make_launch(call, function, 1);
      launch->may_wait = true;
      device.submit(launch, *where, listener);
    };
    submit(read, of_reader);
    compute_for(std::chrono::nanoseconds(round * 13 % 1000));
    submit(write, of_writer);
    const bool ended = of_writer.has_ended() && of_reader.has_ended();
    enough = true;
    ASSERT_TRUE(ended) << "round " << round;
  }
}

TEST(WorkerPool, LetsAParentRunWhileAllItsPartsAreBusyForLong) {
  Hardware& device = eight_workers();
  std::atomic<bool> enough{false};
  Function busy = [&] {
    if (!enough) compute_for(std::chrono::microseconds(100));
  };
  Function nothing = [] {};
  Waiting of_first, of_second, of_parent;
  device.submit(make_launch(call, busy, endless), *device.resources(UnitSet{0}), of_first);
  device.submit(make_launch(call, busy, endless), *device.resources(UnitSet{1}), of_second);
  device.submit(make_launch(call, nothing, 1000), *device.resources(UnitSet{0, 1}), of_parent);
  EXPECT_TRUE(of_parent.has_ended());
  EXPECT_EQ(0, of_first.completions());
  EXPECT_EQ(0, of_second.completions());
  enough = true;
  ASSERT_TRUE(of_first.has_ended() && of_second.has_ended());
}

/// Remembers in which ranges its parts were run, all by one worker.
class Ranges final : public cpu::pool::Execution {
 public:
  Ranges(uint64_t parts, std::chrono::microseconds time_of_part, Listener& listener)
      : cpu::pool::Execution(support::make_ref<cpu::pool::CpuResourceSet>(UnitSet{0}),
                             {.end = parts}, listener),
        time_of_part_(time_of_part) {}
  uint64_t count = 0, longest = 0;

 private:
  void run(uint64_t begin, uint64_t end, cpu::pool::Worker&) override {
    ++count;
    longest = std::max(longest, end - begin);
    if (time_of_part_.count() != 0) compute_for((end - begin) * time_of_part_);
  }
  void release_work() noexcept override {}
  const std::chrono::microseconds time_of_part_;
};

Ref<Ranges> run_on_one_worker(uint64_t parts, std::chrono::microseconds time_of_part) {
  static const auto& machine =
      *new topology::Machine(topology::read_machine("core:1 pu:1").machine);
  static cpu::pool::WorkerPool& pool = *new cpu::pool::WorkerPool(machine, false);
  EXPECT_TRUE(pool.start(machine.all_units()).ok());
  Waiting listener;
  auto ranges = support::make_ref<Ranges>(parts, time_of_part, listener);
  pool.submit(ranges);
  EXPECT_TRUE(listener.has_ended());
  return ranges;
}

TEST(WorkerPool, ClaimsCheapPartsByTheThousand) {
  const auto ranges = run_on_one_worker(uint64_t{1} << 20, std::chrono::microseconds(0));
  EXPECT_LT(ranges->count, 10'000U);
  EXPECT_GT(ranges->longest, 1000U);
}

TEST(WorkerPool, ClaimsDearPartsSingly) {
  const auto ranges = run_on_one_worker(100, std::chrono::microseconds(2000));
  EXPECT_EQ(100U, ranges->count);
}

/// How often workers of this process went to sleep.
uint64_t sleeps_of_workers() {
  uint64_t sum = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::ifstream(task.path() / "comm") >> name;
    if (name.rfind("cleave/", 0) != 0) continue;
    std::ifstream file(task.path() / "status");
    for (std::string word; file >> word;) {
      uint64_t count = 0;
      if (word == "voluntary_ctxt_switches:" && file >> count) sum += count;
    }
  }
  return sum;
}

TEST(WorkerPool, WakesNoMoreWorkersThanThereAreParts) {
  Hardware& device = eight_workers();
  const auto all = device.resources(device.machine().all_units());
  Function nothing = [] {};
  constexpr unsigned rounds = 50;
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const uint64_t before = sleeps_of_workers();
  for (unsigned round = 0; round < rounds; ++round) {
    Waiting listener;
    device.submit(make_launch(call, nothing, 1), *all, listener);
    ASSERT_TRUE(listener.has_ended());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // it sleeps again
  }
  // One of the eight each time; a lock that is held may make it sleep once more.
  EXPECT_LE(sleeps_of_workers() - before, 2 * rounds);
}

/// Submits the next launch on the worker that has ended the one before.
class Followed final : public Waiting {
 public:
  explicit Followed(Function follow) : follow_(std::move(follow)) {}
  void completed(cl_int status) noexcept override {
    follow_();
    Waiting::completed(status);
  }

 private:
  Function follow_;
};

// The last worker of a launch finds one that spins beside many that sleep: all are worth calling.
TEST(WorkerPool, WakesWorkersForALongLaunchThoughOneSpins) {
  Hardware& device = eight_workers();
  const auto all = device.resources(device.machine().all_units());
  constexpr uint64_t parts = 8;
  size_t least = parts;
  for (int round = 0; round < 40; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // the workers sleep
    std::mutex mutex;
    std::set<std::thread::id> threads;
    Function nothing = [] {};
    Function long_part = [&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      const std::scoped_lock lock(mutex);
      threads.insert(std::this_thread::get_id());
    };
    Waiting of_long;
    Followed of_short([&] { device.submit(make_launch(call, long_part, parts), *all, of_long); });
    device.submit(make_launch(call, nothing, 2), *all, of_short);
    ASSERT_TRUE(of_short.has_ended() && of_long.has_ended());
    const std::scoped_lock lock(mutex);
    least = std::min(least, threads.size());
  }
  EXPECT_GE(least, parts / 2);
}

TEST(WorkerPool, DoesNotCallTheWorkerInWhosePlaceTheCallerComputes) {
  Hardware& device = this_machine();
  if (!device.facts().workers_bound || device.machine().units.size() < 2) {
    GTEST_SKIP() << "there is one processor only, or threads cannot be bound";
  }
  const auto all = device.resources(device.machine().all_units());
  const auto first = device.resources(UnitSet{0});
  const auto here = static_cast<int>(device.machine().units[0].os_processor);
  std::atomic<int> processor{-1};
  Function look = [&] { processor = sched_getcpu(); };
  std::thread caller([&] {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(here, &set);
    ASSERT_EQ(0, sched_setaffinity(0, sizeof set, &set));
    constexpr int rounds = 40;
    int elsewhere = 0;
    for (int round = 0; round < rounds; ++round) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));  // the workers become idle
      Waiting listener;
      device.submit(make_launch(call, look, 1), *all, listener);
      ASSERT_TRUE(listener.has_ended());
      if (processor != here) ++elsewhere;
    }
    // If other programs compute, another worker may not be idle yet; called in the order of the
    // units, it would be this one's turn every time.
    EXPECT_GT(elsewhere, rounds / 2);
    Waiting listener;
    device.submit(make_launch(call, look, 1), *first, listener);  // there is no other
    ASSERT_TRUE(listener.has_ended());
    EXPECT_EQ(here, processor);
  });
  caller.join();
}

TEST(WorkerPool, CompletesALaunchWithoutWorkGroupsAtOnce) {
  Hardware& device = this_machine();
  Function failure = [] { ADD_FAILURE() << "it ran"; };
  Waiting listener;
  device.submit(make_launch(call, failure, 0), *device.resources(UnitSet{0}), listener);
  EXPECT_EQ(1, listener.completions());
  EXPECT_EQ(CL_COMPLETE, listener.status());
  EXPECT_EQ(0, listener.starts());
}

TEST(WorkerPool, RunsKernelsWithTheDefaultFloatingPointModesAndWithoutSignals) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // denormals are zero: for this thread only
  std::atomic<unsigned> modes{0};
  std::atomic<bool> is_blocked{false};
  Function look = [&] {
    modes = _mm_getcsr() & ~0x3FU;  // without the flags of past exceptions
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, nullptr, &mask);
    is_blocked = sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGALRM) == 1;
  };
  run(this_machine(), make_launch(call, look, 1));
  _mm_setcsr(before);
  EXPECT_EQ(0x1F80U, modes);
  EXPECT_TRUE(is_blocked);
}

TEST(WorkerPool, RunsWhereAWorkersProcessorHasGone) {
  topology::Machine machine;
  machine.units = {{8191, 0}};  // no such processor
  Hardware& device = *cpu::make_hardware(machine).release();
  ASSERT_TRUE(device.facts().workers_bound);
  ASSERT_EQ(CL_SUCCESS, start_all(device).code());
  std::atomic<unsigned> runs{0};
  Function count = [&] { ++runs; };
  for (unsigned round = 0; round < 2; ++round) run(device, make_launch(call, count, 10));
  EXPECT_EQ(20U, runs);
}

}  // namespace
}  // namespace cleave::backend::test

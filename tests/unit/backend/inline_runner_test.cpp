// A waiting thread lends a hand: where it may, on its own stack and in its own floating-point
// modes.
#include <immintrin.h>
#include <pthread.h>
#include <sched.h>

#include <set>
#include <thread>

#include "backend/cpu/pool/inline_worker.h"
#include "backend_support.h"

namespace cleave::backend::test {
namespace {

std::vector<size_t> own_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(0, sched_getaffinity(0, sizeof set, &set));
  std::vector<size_t> processors;
  for (size_t processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  }
  return processors;
}

void bind_to(size_t processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  ASSERT_EQ(0, sched_setaffinity(0, sizeof set, &set));
}

template <class Function>
void on_a_thread(const Function& function) {
  std::thread thread(function);
  thread.join();
}

void note_thread(LaunchContext* context) {
  argument_of<std::atomic<std::thread::id>>(*context) = std::this_thread::get_id();
}

/// Enters the ids of all threads that run work-groups; a group takes a while.
struct Threads {
  std::mutex mutex;
  std::set<std::thread::id> ids;
  std::atomic<uint64_t> groups{0};
};
void note_threads(LaunchContext* context) {
  Threads& threads = argument_of<Threads>(*context);
  ++threads.groups;
  const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(20);
  while (std::chrono::steady_clock::now() < end) {
  }
  std::lock_guard lock(threads.mutex);
  threads.ids.insert(std::this_thread::get_id());
}

TEST(InlineRunner, MayRunWhereItsAffinityMaskLiesInside) {
  Hardware& device = this_machine();
  if (!device.facts().workers_bound || device.machine().units.size() < 2) {
    GTEST_SKIP() << "there is one processor only, or threads cannot be bound";
  }
  const auto all = device.resources(device.machine().all_units());
  const auto first = device.resources(UnitSet{0});
  EXPECT_TRUE(device.inline_execution()->may_run_inline(*all));
  EXPECT_FALSE(device.inline_execution()->may_run_inline(*first));
  on_a_thread([&] {
    bind_to(device.machine().units[0].os_processor);
    EXPECT_TRUE(device.inline_execution()->may_run_inline(*first));
    EXPECT_FALSE(device.inline_execution()->may_run_inline(*device.resources(UnitSet{1})));
  });
}

TEST(InlineRunner, MayRunNothingWhereWorkersAreNotBound) {
  Hardware& device = eight_workers();
  EXPECT_FALSE(
      device.inline_execution()->may_run_inline(*device.resources(device.machine().all_units())));
}

TEST(InlineRunner, RunsASmallLaunchItself) {
  Hardware& device = this_machine();
  const auto all = device.resources(device.machine().all_units());
  std::atomic<std::thread::id> thread;
  Waiting listener;
  auto launch = make_launch(note_thread, thread, 1);
  ASSERT_TRUE(device.inline_execution()->try_run_inline(launch, *all, listener));
  EXPECT_EQ(1, listener.starts());
  EXPECT_EQ(1, listener.completions());
  EXPECT_EQ(std::this_thread::get_id(), thread.load());
}

TEST(InlineRunner, SharesALongLaunchWithWorkers) {
  Hardware& device = this_machine();
  if (device.machine().units.size() < 2) GTEST_SKIP() << "there is one processor only";
  const auto all = device.resources(device.machine().all_units());
  Threads threads;
  Waiting listener;
  auto launch = make_launch(note_threads, threads, 2000);
  ASSERT_TRUE(device.inline_execution()->try_run_inline(launch, *all, listener));
  ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(2000U, threads.groups);
  EXPECT_EQ(1, listener.starts());
  EXPECT_GE(threads.ids.size(), 2U);
}

TEST(InlineRunner, LeavesKernelsThatMayWaitToWorkers) {
  Hardware& device = this_machine();
  std::atomic<std::thread::id> thread;
  Waiting listener;
  auto launch = make_launch(note_thread, thread, 1);
  launch->may_wait = true;
  EXPECT_FALSE(device.inline_execution()->try_run_inline(
      launch, *device.resources(device.machine().all_units()), listener));
  EXPECT_TRUE(launch);
  EXPECT_EQ(0, listener.starts());
}

TEST(InlineRunner, LeavesKernelsThatItsStackCannotHoldToWorkers) {
  Hardware& device = this_machine();
  const auto all = device.resources(device.machine().all_units());
  std::atomic<std::thread::id> thread;
  Waiting listener;
  auto launch = make_launch(note_thread, thread, 1);
  change_code(*launch, [&](compiler::interface::KernelCode& code) {
    code.stack_bytes = uint64_t{16} << 20;
  });
  EXPECT_FALSE(device.inline_execution()->try_run_inline(launch, *all, listener));
}

TEST(InlineRunner, RunsKernelsInTheDefaultFloatingPointModesAndRestoresItsOwn) {
  Hardware& device = this_machine();
  const auto all = device.resources(device.machine().all_units());
  std::atomic<unsigned> modes{0};
  auto entry = [](LaunchContext* context) {
    argument_of<std::atomic<unsigned>>(*context) = _mm_getcsr() & ~0x3FU;
  };
  auto launch = make_launch(entry, modes, 1);
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // denormals are zero
  Waiting listener;
  const bool ran = device.inline_execution()->try_run_inline(launch, *all, listener);
  const unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  ASSERT_TRUE(ran);
  EXPECT_EQ(0x1F80U, modes);
  EXPECT_EQ(before | 0x8040, after);
}

TEST(InlineRunner, StopsWhenItsThreadIsMovedAway) {
  Hardware& device = this_machine();
  const auto processors = own_processors();
  if (!device.facts().workers_bound || processors.size() < 2) {
    GTEST_SKIP() << "there is one processor only, or threads cannot be bound";
  }
  const auto first = device.resources(UnitSet{0});
  const size_t inside = device.machine().units[0].os_processor;
  const size_t outside = device.machine().units[1].os_processor;
  on_a_thread([&] {
    bind_to(inside);
    ASSERT_TRUE(device.inline_execution()->may_run_inline(*first));
    bind_to(outside);  // the mask that was read is of no use now
    std::atomic<std::thread::id> thread;
    Waiting listener;
    auto launch = make_launch(note_thread, thread, 1);
    EXPECT_FALSE(device.inline_execution()->try_run_inline(launch, *first, listener));
  });
}

}  // namespace
}  // namespace cleave::backend::test

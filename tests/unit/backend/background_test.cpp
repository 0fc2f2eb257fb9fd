// Work that nobody waits for, and what forks make of it.
#include "backend/cpu/pool/background.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <future>
#include <map>
#include <thread>

#include "backend_support.h"
#include "tests/support/process.h"

namespace cleave::backend::test {
namespace {

using cpu::code::Urgency;
using std::chrono::milliseconds;

/// Given once, by a thread that may still be about it when others have seen it; copies are the
/// same.
class Signal {
 public:
  void give() const { promise_->set_value(); }
  [[nodiscard]] bool comes(milliseconds limit = std::chrono::seconds(20)) const {
    return future_.wait_for(limit) == std::future_status::ready;
  }

 private:
  std::shared_ptr<std::promise<void>> promise_ = std::make_shared<std::promise<void>>();
  std::shared_future<void> future_ = promise_->get_future().share();
};

/// A background of the device's machine, which stays for the rest of the process.
cpu::pool::Background& background_of(Hardware& device) {
  static std::map<Hardware*, cpu::pool::Background*> backgrounds;
  cpu::pool::Background*& background = backgrounds[&device];
  if (background == nullptr) {
    background = new cpu::pool::Background(device.machine(), device.facts().workers_bound);
  }
  return *background;
}

/// On the whole device.
bool run_in_background(Hardware& device, std::function<void()> work) {
  return background_of(device).run(std::move(work), device.machine().all_units(),
                                   Urgency::whenever);
}

TEST(Background, RunsOneAfterAnotherInTheirOrder) {
  Hardware& device = eight_workers();
  std::vector<int> order;
  const Signal done;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(run_in_background(device, [&order, done, i] {
      order.push_back(i);
      if (i == 19) done.give();
    }));
  }
  ASSERT_TRUE(done.comes());
  for (int i = 0; i < 20; ++i) EXPECT_EQ(i, order.at(static_cast<size_t>(i)));
}

TEST(Background, WhatIsUrgentWaitsForNothingElse) {
  Hardware& device = eight_workers();
  const Signal enough, urgent, done;
  ASSERT_TRUE(run_in_background(device, [enough, done] {
    EXPECT_TRUE(enough.comes());
    done.give();
  }));
  ASSERT_TRUE(background_of(device).run([urgent] { urgent.give(); }, device.machine().all_units(),
                                        Urgency::soon));
  EXPECT_TRUE(urgent.comes());
  enough.give();
  ASSERT_TRUE(done.comes());
}

TEST(Background, BeginsAgainAfterItHadNothingToDo) {
  Hardware& device = eight_workers();
  for (int turn = 0; turn < 5; ++turn) {
    const Signal done;
    ASSERT_TRUE(run_in_background(device, [done] { done.give(); }));
    ASSERT_TRUE(done.comes());
    std::this_thread::sleep_for(milliseconds(turn));
  }
}

/// Holds what a function in the background sees of its thread.
struct Found {
  std::vector<uint32_t> processors;
  int niceness;
};

Found look_around(Hardware& device, const ResourceSet& where, Urgency urgency) {
  Found result{};
  const Signal found;
  EXPECT_TRUE(background_of(device).run(
      [&result, found] {
        cpu_set_t set;
        sched_getaffinity(0, sizeof set, &set);
        for (uint32_t processor = 0; processor < CPU_SETSIZE; ++processor) {
          if (CPU_ISSET(processor, &set)) result.processors.push_back(processor);
        }
        result.niceness = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
        found.give();
      },
      where.units(), urgency));
  EXPECT_TRUE(found.comes());
  return result;
}

TEST(Background, LeavesProcessorsToWorkersThatAreNiceThemselves) {
  static constexpr int of_workers = 12;
  std::thread worker([] {
    const auto own_id = static_cast<id_t>(gettid());
    ASSERT_EQ(0, setpriority(PRIO_PROCESS, own_id, of_workers));
    Hardware& device = this_machine();
    const auto where = device.resources(device.machine().all_units());
    EXPECT_GT(look_around(device, *where, Urgency::whenever).niceness, of_workers);
  });
  worker.join();
}

TEST(Background, KeepsToTheProcessorsOfThePartAndLeavesThemToKernels) {
  Hardware& device = this_machine();
  const UnitSet all = device.machine().all_units();
  std::vector<UnitSet> parts = {all};
  for (const uint32_t unit : all) parts.push_back(UnitSet{unit});
  parts.push_back(all);
  for (const UnitSet& part : parts) {
    const auto where = device.resources(part);
    const ResourceSet* const user = where.get();
    const Found found = look_around(device, *where, Urgency::whenever);
    EXPECT_GT(found.niceness, getpriority(PRIO_PROCESS, 0));
    const Found urgent = look_around(device, *where, Urgency::soon);
    EXPECT_EQ(urgent.niceness, getpriority(PRIO_PROCESS, 0));
    EXPECT_EQ(urgent.processors, found.processors);
    EXPECT_EQ(device.compilation_processors({&user, 1}), found.processors);
    EXPECT_EQ(part.count(), found.processors.size());
    for (const uint32_t unit : part) {
      EXPECT_EQ(1, std::ranges::count(found.processors, device.machine().units[unit].os_processor));
    }
  }
}

TEST(Background, CompilationForSeveralPartsMayUseTheProcessorsOfAll) {
  topology::Machine machine;
  machine.units = {{7, 0}, {3, 1}, {5, 2}, {1, 3}};
  Hardware& device = *cpu::make_hardware(machine).release();
  const auto first = device.resources(UnitSet{0, 1}), second = device.resources(UnitSet{1, 3});
  const std::array<const ResourceSet*, 2> users = {first.get(), second.get()};
  const std::vector<uint32_t> expected = {1, 3, 7};
  EXPECT_EQ(expected, device.compilation_processors(users));
  // Units of a description stand for no processors.
  const ResourceSet* const user = first.get();
  EXPECT_TRUE(eight_workers().compilation_processors({&user, 1}).empty());
}

TEST(Background, WhatIsForOnePartDoesNotWaitForWhatIsForAnother) {
  Hardware& device = eight_workers();
  const UnitSet first{0, 1}, second{2, 3}, both{1, 2};
  cpu::pool::Background& background = background_of(device);
  const Signal enough, of_second, of_both;
  ASSERT_TRUE(
      background.run([enough] { static_cast<void>(enough.comes()); }, first, Urgency::whenever));
  ASSERT_TRUE(background.run([of_second] { of_second.give(); }, second, Urgency::whenever));
  EXPECT_TRUE(of_second.comes());
  ASSERT_TRUE(background.run([of_both] { of_both.give(); }, both, Urgency::whenever));
  EXPECT_FALSE(of_both.comes(milliseconds(100))) << "it shares a unit with what is not done yet";
  enough.give();
  EXPECT_TRUE(of_both.comes());
}

TEST(Background, IsLeftAloneByAForkAndDoesNothingInTheChild) {
  Hardware& device = this_machine();
  for (int turn = 0; turn < 10; ++turn) {
    std::mutex locked_by_work;
    const Signal begun, done;
    ASSERT_TRUE(run_in_background(device, [&locked_by_work, begun] {
      const std::lock_guard lock(locked_by_work);
      begun.give();
      std::this_thread::sleep_for(milliseconds(5));
    }));
    ASSERT_TRUE(run_in_background(device, [done] { done.give(); }));
    ASSERT_TRUE(begun.comes());
    EXPECT_EQ(0, cleave::test::exit_code_of_child([&] {
                const std::lock_guard lock(locked_by_work);  // the fork has waited for who had it
                return run_in_background(device, [] {}) ? 1 : 0;
              }));
    EXPECT_TRUE(done.comes());
  }
}

TEST(Background, HoldsUpAForkForASecondAtMost) {
  Hardware& device = this_machine();
  const Signal begun, enough, done;
  ASSERT_TRUE(run_in_background(device, [begun, enough, done] {
    begun.give();
    static_cast<void>(enough.comes());
    done.give();
  }));
  ASSERT_TRUE(begun.comes());
  EXPECT_EQ(0, cleave::test::exit_code_of_child([] { return 0; }));
  enough.give();
  EXPECT_TRUE(done.comes());
}

TEST(Background, WorkGroupsRunOnceWhileTheirCodeIsReplaced) {
  Hardware& device = eight_workers();
  const auto all = device.resources(device.machine().all_units());
  std::atomic<uint64_t> quick{0}, main{0};
  struct Counters {
    std::atomic<uint64_t>& quick;
    std::atomic<uint64_t>& main;
  } counters{quick, main};
  const auto count_quick = [](LaunchContext* context) { ++argument_of<Counters>(*context).quick; };
  const auto count_main = [](LaunchContext* context) { ++argument_of<Counters>(*context).main; };
  std::atomic<int> became_hot{0};
  cpu::code::CodeSlot live(nullptr, false, {std::chrono::nanoseconds(1), [&](const UnitSet& units) {
                                              EXPECT_EQ(units, all->units());
                                              ++became_hot;
                                            }});
  live.put({.entry = count_quick, .tier = compiler::interface::Tier::quick});
  const Signal replaced;
  constexpr uint64_t groups = 100;
  uint64_t launches = 0;
  const auto launch = [&] {
    Waiting listener;
    auto made = make_launch(nullptr, counters, groups);
    made->code = &live;
    device.submit(std::move(made), *all, listener);
    EXPECT_TRUE(listener.has_ended());
    ++launches;
  };
  launch();
  EXPECT_EQ(groups, quick);
  ASSERT_TRUE(run_in_background(device, [&live, count_main, replaced] {
    live.put({.entry = count_main, .tier = compiler::interface::Tier::main});
    replaced.give();
  }));
  do {
    launch();
  } while (!replaced.comes(milliseconds(0)));
  const uint64_t before = quick;
  launch();
  EXPECT_EQ(before, quick);
  EXPECT_EQ(launches * groups, quick + main);
  EXPECT_EQ(became_hot, 1);
}

/// As if better code came in the middle of a launch of seconds.
TEST(Background, ALaunchGoesOverFromQuickCodeToBetter) {
  struct State {
    Signal begun, replaced;
    std::atomic<uint64_t> quick{0}, main{0};
  } state;
  cpu::code::CodeSlot live;
  live.put({.entry =
                [](LaunchContext* context) {
                  auto& its = argument_of<State>(*context);
                  ++its.quick;
                  its.begun.give();
                  EXPECT_TRUE(its.replaced.comes());
                },
            .tier = compiler::interface::Tier::quick});
  live.expect_successor();
  Hardware& device = this_machine();
  constexpr uint64_t groups = 100000;
  auto launch = make_launch(nullptr, state, groups);
  launch->code = &live;
  Waiting listener;
  device.submit(std::move(launch), *device.resources(device.machine().all_units()), listener);
  ASSERT_TRUE(state.begun.comes());
  live.put({.entry = [](LaunchContext* context) { ++argument_of<State>(*context).main; },
            .tier = compiler::interface::Tier::main});
  state.replaced.give();
  ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(groups, state.quick + state.main);
  EXPECT_GT(state.main, 0U);
}

/// Whichever version they speak for.
TEST(Background, TimesOfLaunchesEndATrial) {
  Hardware& device = this_machine();
  const auto all = device.resources(device.machine().all_units());
  std::atomic<uint64_t> count{0};
  const auto former = [](LaunchContext* context) { ++argument_of<decltype(count)>(*context); };
  const auto successor = [](LaunchContext* context) {
    argument_of<decltype(count)>(*context) += 1;
  };
  cpu::code::CodeSlot live;
  live.put({.entry = former, .tier = compiler::interface::Tier::quick});
  live.expect_successor();
  live.put({.entry = successor, .tier = compiler::interface::Tier::main});
  uint64_t launches = 0;
  for (; live.is_on_trial() && launches < 1000; ++launches) {
    auto made = make_launch(nullptr, count, 100);
    made->code = &live;
    Waiting listener;
    if (launches % 2 == 0 || !device.inline_execution()->try_run_inline(made, *all, listener)) {
      device.submit(std::move(made), *all, listener);
    }
    ASSERT_TRUE(listener.has_ended());
  }
  EXPECT_FALSE(live.is_on_trial());
  EXPECT_GT(launches, cpu::code::CodeTrial::watched);
  EXPECT_EQ(count, 100 * launches);
}

}  // namespace
}  // namespace cleave::backend::test

// Work that nobody waits for, and what forks make of it.
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <future>
#include <thread>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

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

TEST(Background, RunsOneAfterAnotherInTheirOrder) {
  Device& device = eight_workers();
  std::vector<int> order;
  const Signal done;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(device.run_in_background([&order, done, i] {
      order.push_back(i);
      if (i == 19) done.give();
    }));
  }
  ASSERT_TRUE(done.comes());
  for (int i = 0; i < 20; ++i) EXPECT_EQ(i, order.at(static_cast<size_t>(i)));
}

TEST(Background, BeginsAgainAfterItHadNothingToDo) {
  Device& device = eight_workers();
  for (int turn = 0; turn < 5; ++turn) {
    const Signal done;
    ASSERT_TRUE(device.run_in_background([done] { done.give(); }));
    ASSERT_TRUE(done.comes());
    std::this_thread::sleep_for(milliseconds(turn));
  }
}

TEST(Background, KeepsToTheProcessorsOfTheDeviceAndLeavesThemToKernels) {
  Device& device = this_machine();
  struct Found {
    cpu_set_t processors;
    int niceness;
  };
  Found result{};
  const Signal found;
  ASSERT_TRUE(device.run_in_background([&result, found] {
    sched_getaffinity(0, sizeof result.processors, &result.processors);
    result.niceness = getpriority(PRIO_PROCESS, static_cast<id_t>(gettid()));
    found.give();
  }));
  ASSERT_TRUE(found.comes());
  EXPECT_GT(result.niceness, getpriority(PRIO_PROCESS, 0));
  EXPECT_EQ(device.machine().units.size(), static_cast<size_t>(CPU_COUNT(&result.processors)));
  for (const auto& unit : device.machine().units) {
    EXPECT_TRUE(CPU_ISSET(unit.os_processor, &result.processors));
  }
}

TEST(Background, IsLeftAloneByAForkAndDoesNothingInTheChild) {
  Device& device = this_machine();
  for (int turn = 0; turn < 10; ++turn) {
    std::mutex locked_by_work;
    const Signal begun, done;
    ASSERT_TRUE(device.run_in_background([&locked_by_work, begun] {
      const std::lock_guard lock(locked_by_work);
      begun.give();
      std::this_thread::sleep_for(milliseconds(5));
    }));
    ASSERT_TRUE(device.run_in_background([done] { done.give(); }));
    ASSERT_TRUE(begun.comes());
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);
      const std::lock_guard lock(locked_by_work);  // the fork has waited for who had it
      _exit(device.run_in_background([] {}) ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(child, waitpid(child, &status, 0));
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    EXPECT_TRUE(done.comes());
  }
}

TEST(Background, HoldsUpAForkForASecondAtMost) {
  Device& device = this_machine();
  const Signal begun, enough, done;
  ASSERT_TRUE(device.run_in_background([begun, enough, done] {
    begun.give();
    static_cast<void>(enough.comes());
    done.give();
  }));
  ASSERT_TRUE(begun.comes());
  const pid_t child = fork();
  if (child == 0) _exit(0);
  int status = 0;
  EXPECT_EQ(child, waitpid(child, &status, 0));
  enough.give();
  EXPECT_TRUE(done.comes());
}

/// What launches run is their code as it is when they begin.
TEST(Background, CodeThatIsReplacedServesLaunchesThatBeginLater) {
  Device& device = eight_workers();
  const auto all = device.resources(device.machine().all_units());
  std::atomic<uint64_t> quick{0}, main{0};
  struct Counters {
    std::atomic<uint64_t>& quick;
    std::atomic<uint64_t>& main;
  } counters{quick, main};
  const auto count_quick = [](LaunchContext* context) { ++argument_of<Counters>(*context).quick; };
  const auto count_main = [](LaunchContext* context) { ++argument_of<Counters>(*context).main; };
  compiler::LiveCode live;
  live.put({count_quick, 0, compiler::Tier::quick});
  const Signal replaced;
  constexpr uint64_t groups = 100;
  uint64_t launches = 0;
  const auto launch = [&] {
    Waiting listener;
    auto made = make_launch(nullptr, counters, groups);
    made->live_code = &live;
    device.submit(std::move(made), *all, listener);
    EXPECT_TRUE(listener.ended());
    ++launches;
  };
  launch();
  EXPECT_EQ(groups, quick);
  ASSERT_TRUE(device.run_in_background([&live, count_main, replaced] {
    live.put({count_main, 0, compiler::Tier::main});
    replaced.give();
  }));
  do {
    launch();
    EXPECT_EQ(0U, quick % groups) << "a launch ran some of both";
  } while (!replaced.comes(milliseconds(0)));
  const uint64_t before = quick;
  launch();
  EXPECT_EQ(before, quick);
  EXPECT_EQ(launches * groups, quick + main);
  EXPECT_GT(live.time().count(), 0);
}

}  // namespace
}  // namespace cleave::backend::test

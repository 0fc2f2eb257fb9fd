// The workers as the rest of the process sees them.
#include "tests/support/process.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

/// Clock ticks of the threads whose name begins with "cleave/", and how many they are.
struct WorkerTimes {
  long ticks = 0;
  int threads = 0;
};

WorkerTimes worker_times() {
  WorkerTimes times;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream file(task.path() / "stat");
    std::string text;
    std::getline(file, text);
    if (text.find("(cleave/") == std::string::npos) continue;
    std::istringstream fields(text.substr(text.rfind(')') + 1));
    std::string skipped;
    for (int field = 3; field < 14; ++field) fields >> skipped;
    long user = 0, system = 0;
    fields >> user >> system;
    times.ticks += user + system;
    ++times.threads;
  }
  return times;
}

TEST(Workers, AreThereOncePerUnitFromStartOn) {
  const int before = worker_times().threads;  // of other tests in this process
  Hardware& device = *cpu::make_hardware(topology::read_machine("core:4 pu:1").machine).release();
  EXPECT_EQ(before, worker_times().threads) << "a device that nobody uses has no threads";
  ASSERT_TRUE(start_all(device).ok());
  ASSERT_TRUE(start_all(device).ok());
  EXPECT_EQ(before + 4, worker_times().threads);
}

TEST(Workers, AreThereForTheUnitsThatAreUsedAndNoOthers) {
  const int before = worker_times().threads;
  Hardware& device = *cpu::make_hardware(topology::read_machine("core:8 pu:1").machine).release();
  const auto part = device.resources(UnitSet{2, 5});
  ASSERT_TRUE(device.start(*part).ok());
  EXPECT_EQ(before + 2, worker_times().threads);
  std::atomic<int> groups{0};
  const auto count = [](LaunchContext* context) { ++argument_of<std::atomic<int>>(*context); };
  Waiting of_part, of_both;
  device.submit(make_launch(count, groups, 1000), *part, of_part);
  ASSERT_TRUE(of_part.has_ended());

  const auto both = device.resources(UnitSet{1, 2, 5});
  ASSERT_TRUE(device.start(*both).ok());
  EXPECT_EQ(before + 3, worker_times().threads);
  device.submit(make_launch(count, groups, 1000), *both, of_both);
  ASSERT_TRUE(of_both.has_ended());
  EXPECT_EQ(2000, groups);
}

TEST(Workers, UseNoProcessorTimeWhenIdle) {
  int unused = 0;
  run(eight_workers(), make_launch([](LaunchContext*) {}, unused, 1000));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const long before = worker_times().ticks;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_LE(worker_times().ticks - before, 1);
}

/// Runs in a child: whatever fails shows in its exit status.
int use_in_child(Hardware& device) {
  if (start_all(device).ok()) return 1;
  const auto all = device.resources(device.machine().all_units());
  Waiting launch, work;
  int unused = 0;
  device.submit(make_launch([](LaunchContext*) {}, unused, 8), *all, launch);
  device.submit([] { return CL_COMPLETE; }, *all, work);
  if (launch.completions() != 1 || work.completions() != 1) return 2;
  if (launch.status() != CL_OUT_OF_RESOURCES || work.status() != CL_OUT_OF_RESOURCES) return 3;
  return 0;
}

TEST(Workers, InAForkedChildSubmissionsFailAtOnce) {
  Hardware& device = this_machine();
  int unused = 0;
  run(device, make_launch([](LaunchContext*) {}, unused, 100));
  EXPECT_EQ(0, cleave::test::exit_code_of_child([&] { return use_in_child(device); }))
      << "-1: the child waited for workers that it does not have";
  run(device, make_launch([](LaunchContext*) {}, unused, 100));
}

}  // namespace
}  // namespace cleave::backend::test

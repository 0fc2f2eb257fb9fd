// Forks at awkward times: the child gets an error or a fresh start, and never hangs.
#include <thread>

#include "backend_support.h"
#include "tests/support/process.h"

namespace cleave::backend::test {
namespace {

using cleave::test::exit_code_of_child;

constexpr size_t large_bytes = size_t{4} << 20;

int use_in_child(Hardware& device) {
  Waiting work;
  device.submit([] { return CL_COMPLETE; }, *device.resources(UnitSet{0}), work);
  if (work.completions() != 1 || work.status() != CL_OUT_OF_RESOURCES || work.starts() != 0)
    return 1;
  if (start_all(device).code() != CL_OUT_OF_RESOURCES) return 2;
  const Allocation memory = device.allocate(large_bytes, 128, {});
  if (!memory.exists()) return 3;
  device.deallocate(memory, {});
  return 0;
}

TEST(Fork, InTheMiddleOfOtherThreadsWorkDoesNotMakeTheChildHang) {
  Hardware& device = eight_workers();
  std::atomic<bool> enough{false};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 2; ++thread) {
    threads.emplace_back([&] {
      const auto set = device.resources(UnitSet{0, 1, 2});
      int unused = 0;
      while (!enough) {
        const Allocation memory = device.allocate(large_bytes, 128, {});
        Waiting listener;
        device.submit(make_launch([](LaunchContext*) {}, unused, 10), *set, listener);
        EXPECT_TRUE(listener.has_ended());
        device.deallocate(memory, {});
      }
    });
  }
  for (int round = 0; round < 40; ++round) {
    EXPECT_EQ(0, exit_code_of_child([&] { return use_in_child(device); }));
  }
  enough = true;
  for (std::thread& thread : threads) thread.join();
}

TEST(Fork, BeforeTheWorkersWereStartedLetsTheChildStartItsOwn) {
  Hardware& device = *cpu::make_hardware(topology::read_machine("core:2 pu:1").machine).release();
  EXPECT_EQ(
      0, exit_code_of_child([&] {
        if (!start_all(device).ok()) return 1;
        std::atomic<int> groups{0};
        Waiting listener;
        device.submit(
            make_launch([](LaunchContext* context) { ++argument_of<std::atomic<int>>(*context); },
                        groups, 100),
            *device.resources(UnitSet{0, 1}), listener);
        return listener.has_ended() && groups == 100 ? 0 : 2;
      }));
}

}  // namespace
}  // namespace cleave::backend::test

// Workers serve sets of compute units.
#include <pthread.h>
#include <sched.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "backend_support.h"

namespace cleave::backend::test {
namespace {

struct Seen {
  size_t awaited = 0;  // work-items stay until so many workers have come
  std::mutex mutex;
  std::condition_variable has_come;
  std::set<std::string> workers;
  std::set<uint32_t> processors;
};

/// Takes a while, or until all who are awaited have come. That a launch takes long, and is worth workers that sleep, is
/// seen when its first work-groups end, so none waits for ever: the last worker comes while one of the others waits.
void look(LaunchContext* context) {
  char name[16] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  const auto processor = static_cast<uint32_t>(sched_getcpu());
  std::this_thread::sleep_for(std::chrono::microseconds(200));
  Seen& seen = argument_of<Seen>(*context);
  std::unique_lock lock(seen.mutex);
  seen.workers.insert(name);
  seen.processors.insert(processor);
  seen.has_come.notify_all();
  const auto all_have_come = [&seen] { return seen.workers.size() >= seen.awaited; };
  seen.has_come.wait_for(lock, std::chrono::milliseconds(20), all_have_come);
}

std::set<std::string> names_of(const Hardware& device, const UnitSet& units) {
  std::set<std::string> names;
  for (uint32_t unit : units) {
    names.insert("cleave/" + std::to_string(device.machine().units[unit].os_processor));
  }
  return names;
}

TEST(ResourceSet, WorkRunsOnTheProcessorsOfItsUnitsOnly) {
  Hardware& device = this_machine();
  for (uint32_t unit : device.machine().all_units()) {
    Seen seen;
    Waiting listener;
    device.submit(make_launch(look, seen, 50), *device.resources(UnitSet{unit}), listener);
    ASSERT_TRUE(listener.has_ended());
    EXPECT_EQ(std::set<uint32_t>{device.machine().units[unit].os_processor}, seen.processors);
  }
}

TEST(ResourceSet, AllItsWorkersAndNoOthersTakePart) {
  Hardware& device = eight_workers();
  for (const UnitSet& units : {UnitSet{0, 1, 2}, UnitSet{5}, UnitSet{1, 3, 6, 7}}) {
    Seen seen;
    seen.awaited = units.count();
    Waiting listener;
    device.submit(make_launch(look, seen, 200), *device.resources(units), listener);
    ASSERT_TRUE(listener.has_ended());
    EXPECT_EQ(names_of(device, units), seen.workers);
  }
}

TEST(ResourceSet, HostWorkRunsOnItsWorkersToo) {
  Hardware& device = eight_workers();
  std::string name(16, '\0');
  Waiting listener;
  auto work = [&] {
    pthread_getname_np(pthread_self(), name.data(), name.size());
    return CL_COMPLETE;
  };
  device.submit(work, *device.resources(UnitSet{4}), listener);
  ASSERT_TRUE(listener.has_ended());
  EXPECT_EQ(*names_of(device, UnitSet{4}).begin(), name.c_str());
}

/// Overlapping and nested sets, each under load from the others: all of them go on.
TEST(ResourceSet, OverlappingAndNestedSetsMakeProgress) {
  Hardware& device = eight_workers();
  const std::vector<UnitSet> sets = {UnitSet::range(0, 8), UnitSet{0, 1, 2, 3}, UnitSet{2, 3, 4, 5},
                                     UnitSet{3}, UnitSet{0, 7}};
  constexpr int rounds = 20;
  std::vector<Seen> seen(sets.size());
  std::vector<Waiting> listeners(sets.size() * rounds);
  for (size_t i = 0; i < listeners.size(); ++i) {
    const size_t set = i % sets.size();
    device.submit(make_launch(look, seen[set], 20), *device.resources(sets[set]), listeners[i]);
  }
  for (Waiting& listener : listeners) ASSERT_TRUE(listener.has_ended());
  for (size_t i = 0; i < sets.size(); ++i) {
    const std::set<std::string> allowed = names_of(device, sets[i]);
    for (const std::string& worker : seen[i].workers) EXPECT_TRUE(allowed.contains(worker));
  }
}

struct Gate {
  std::atomic<bool> open{false};
};

void wait_at_gate(LaunchContext* context) {
  while (!argument_of<Gate>(*context).open) std::this_thread::yield();
}

TEST(ResourceSet, APartThatIsBusyDoesNotHoldUpTheOther) {
  Hardware& device = eight_workers();
  Gate gate;
  Seen seen;
  Waiting blocked, free;
  device.submit(make_launch(wait_at_gate, gate, 4), *device.resources(UnitSet{0, 1, 2, 3}),
                blocked);
  device.submit(make_launch(look, seen, 20), *device.resources(UnitSet{4, 5, 6, 7}), free);
  EXPECT_TRUE(free.has_ended());
  EXPECT_EQ(0, blocked.completions());
  gate.open = true;
  EXPECT_TRUE(blocked.has_ended());
}

TEST(ResourceSet, AParentGoesOnWhileOneOfItsPartsIsBusy) {
  Hardware& device = eight_workers();
  Gate gate;
  Seen seen;
  Waiting part, parent;
  device.submit(make_launch(wait_at_gate, gate, 1), *device.resources(UnitSet{0}), part);
  device.submit(make_launch(look, seen, 20), *device.resources(UnitSet::range(0, 8)), parent);
  EXPECT_TRUE(parent.has_ended());
  gate.open = true;
  EXPECT_TRUE(part.has_ended());
}

/// Work for any of two workers, and long work for one of them: whoever was woken for which, the
/// worker that is left serves the work that is left.
TEST(ResourceSet, AnIdleWorkerServesWhatABusyOneWasWokenFor) {
  Hardware& device = eight_workers();
  const auto both = device.resources(UnitSet{0, 1});
  const auto first = device.resources(UnitSet{0});
  for (int round = 0; round < 300; ++round) {
    Gate gate;
    Waiting shared, own;
    device.submit([] { return CL_COMPLETE; }, *both, shared);
    device.submit(make_launch(wait_at_gate, gate, 1), *first, own);
    const bool served = shared.has_ended(std::chrono::seconds(2));
    gate.open = true;
    ASSERT_TRUE(own.has_ended());
    ASSERT_TRUE(served) << "round " << round;
  }
}

TEST(ResourceSet, IsReleasedWhileItsWorkRuns) {
  Hardware& device = eight_workers();
  Gate gate;
  Waiting listener;
  {
    const auto set = device.resources(UnitSet{6});
    device.submit(make_launch(wait_at_gate, gate, 2), *set, listener);
  }
  gate.open = true;
  EXPECT_TRUE(listener.has_ended());
}

}  // namespace
}  // namespace cleave::backend::test

// Estimates how long launches take, and how many threads that is worth.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "backend/cpu/pool/execution.h"
#include "backend/cpu/pool/work.h"
#include "backend/launch.h"

namespace cleave::backend::cpu::pool {

/// A launch that is expected to take less is one thread's, even where others spin.
constexpr auto least_shared_with_spinning = std::chrono::microseconds(10);
/// The same bound where others sleep: one that is called takes so long to come.
constexpr auto least_shared = std::chrono::microseconds(60);

/// A launch of one work-group counts for so much: to measure it would take longer than to start it.
constexpr auto time_of_one_group = std::chrono::microseconds(1);

/// Estimates how many threads are worth waking for so many work-groups, which take one thread this
/// time.
[[nodiscard]] Worth worth_of(std::chrono::nanoseconds time, uint64_t groups);

enum class Expected : uint8_t { unknown, short_for_one_thread, longer };
/// The time that a launch is expected to take one thread.
struct Expectation {
  Expected kind = Expected::unknown;
  std::chrono::nanoseconds time{};  // if it is not unknown
};
[[nodiscard]] Expectation expectation(const Launch& launch);

/// Returns all work-groups of a launch, as an execution takes them.
[[nodiscard]] Execution::Pieces groups_of(const Launch& launch, const Expectation& expected);

/// Makes an execution of all work-groups of the launch.
[[nodiscard]] support::Ref<Execution> make_whole_execution(support::Ref<Launch> launch,
                                                           const Expectation& expected,
                                                           support::Ref<CpuResourceSet> where,
                                                           Listener& listener);

/// The work-groups of a launch that one thread has run, from the first on.
struct FirstGroups {
  uint64_t count = 0;
  std::chrono::nanoseconds time{};
  // The time that one thread is expected to need for the rest, if that is worth sharing; nullopt:
  // there is no rest, or some memory was lacking.
  std::optional<std::chrono::nanoseconds> rest;
  const char* lacking = nullptr;  // in words; nullptr: nothing was
};

/// Estimates how long the rest of a launch takes one thread that has run these work-groups.
[[nodiscard]] std::chrono::nanoseconds time_of_rest(const FirstGroups& groups, uint64_t all);

/// Adds the time of these work-groups, which have run with the code, to the statistics of the
/// launch's code. They stand for `launches` launches, of which the others are not timed.
void add_time_alone(const Launch& launch, const compiler::interface::KernelCode& code,
                    const FirstGroups& groups, const topology::UnitSet& units,
                    uint32_t launches = 1);

/// Adds the time of a launch of one work-group, which is not measured. One of some launches of the thread
/// stands for all of them: programs launch from several threads, and these statistics are in one line.
void add_time_of_one_group(const Launch& launch, const topology::UnitSet& units);

/// Runs work-groups of a launch on this thread, in ranges that double, until all have run or the
/// rest is worth sharing with other threads, and adds their time to the statistics of the launch's
/// code. `begin`: now. `run(first, end)` runs a range and returns what WorkGroups::lacking() does;
/// `is_worth_sharing(spent, rest)` decides by the time spent and the time expected for the rest.
template <class RunRange, class IsWorthSharing>
[[nodiscard]] FirstGroups run_until_worth_sharing(const Launch& launch,
                                                  const compiler::interface::KernelCode& code,
                                                  const topology::UnitSet& units,
                                                  std::chrono::steady_clock::time_point begin,
                                                  const RunRange& run,
                                                  const IsWorthSharing& is_worth_sharing) {
  // Ranges that take so long grow no more: more urgent work waits for their ends.
  constexpr auto longest_range = std::chrono::microseconds(30);
  const uint64_t all = WorkGroups::count(launch);
  FirstGroups groups;
  for (uint64_t range = 1; groups.count < all && !groups.rest;) {
    const uint64_t next = std::min(range, all - groups.count);
    groups.lacking = run(groups.count, groups.count + next);
    if (groups.lacking != nullptr) return groups;
    groups.count += next;
    groups.time = std::chrono::steady_clock::now() - begin;
    if (groups.count == all) break;
    const std::chrono::nanoseconds rest = time_of_rest(groups, all);
    if (is_worth_sharing(groups.time, rest)) groups.rest = rest;
    if (groups.time <= longest_range) range *= 2;
  }
  add_time_alone(launch, code, groups, units);
  return groups;
}

}  // namespace cleave::backend::cpu::pool

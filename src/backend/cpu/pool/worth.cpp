#include "backend/cpu/pool/worth.h"

#include <algorithm>
#include <utility>

#include "backend/cpu/pool/work.h"

namespace cleave::backend::cpu::pool {

/// A thread that spins costs the launch about 0.3 µs, and a claim 0.1 µs; one that sleeps costs the
/// thread that wakes it 3 to 4 µs, and comes 15 µs later.
Worth worth_of(std::chrono::nanoseconds time, uint64_t groups) {
  constexpr std::chrono::nanoseconds for_spinning(2500), for_sleeping(25000), for_claim(1000);
  const auto threads = [&](std::chrono::nanoseconds least) {
    return static_cast<uint32_t>(std::clamp<int64_t>(time / least, 1, UINT32_MAX));
  };
  const double claim = static_cast<double>(groups) * static_cast<double>(for_claim.count()) /
                       static_cast<double>(std::max<int64_t>(time.count(), 1));
  return {.spinning = threads(for_spinning),
          .sleeping = threads(for_sleeping),
          .least_claim = static_cast<uint64_t>(std::clamp(claim, 1.0, 1e9))};
}

Expectation expectation(const Launch& launch) {
  const uint64_t groups = WorkGroups::count(launch);
  if (groups == 1) return {};  // nothing to share: not worth reckoning
  const code::CodeTimes& times = slot_of(launch).times();
  const auto time = times.expected(groups * WorkGroups::items(launch));
  if (!time) return {};
  // A launch that may turn out to be short is tried now and then.
  const bool is_short =
      *time < least_shared_with_spinning || (*time < no_longer_short && times.is_time_to_learn());
  return {is_short ? Expected::short_for_one_thread : Expected::longer, *time};
}

Execution::Pieces groups_of(const Launch& launch, const Expectation& expected) {
  Execution::Pieces groups{.end = WorkGroups::count(launch), .may_wait = launch.may_wait};
  // A work-group may wait for another one: then every unit that is free is worth it, however short
  // earlier launches were.
  if (!launch.may_wait) {
    groups.is_short = expected.kind != Expected::longer;
    if (!groups.is_short) groups.worth = worth_of(expected.time, groups.end);
  }
  return groups;
}

support::Ref<Execution> make_whole_execution(support::Ref<Launch> launch,
                                             const Expectation& expected,
                                             support::Ref<CpuResourceSet> where,
                                             Listener& listener) {
  const Execution::Pieces groups = groups_of(*launch, expected);
  const compiler::interface::KernelCode& code = code_of(*launch);
  return make_kernel_execution(std::move(launch), code, std::move(where), listener, groups);
}

std::chrono::nanoseconds time_of_rest(const FirstGroups& groups, uint64_t all) {
  constexpr double longest = 1e15;
  const double rest = static_cast<double>(all - groups.count) / static_cast<double>(groups.count) *
                      static_cast<double>(groups.time.count());
  return std::chrono::nanoseconds(static_cast<int64_t>(std::min(rest, longest)));
}

void add_time_alone(const Launch& launch, const compiler::interface::KernelCode& code,
                    const FirstGroups& groups, const topology::UnitSet& units, uint32_t launches) {
  const code::CodeSlot& slot = slot_of(launch);
  const auto counted = std::max<std::chrono::nanoseconds>(groups.time, time_of_one_group);
  slot.times().add(launches * counted, units);
  slot.times().add_alone(groups.time, groups.count * WorkGroups::items(launch));
  if (!groups.rest && slot.is_on_trial()) add_launch(launch, code, groups.time, groups.count);
}

void add_time_of_one_group(const Launch& launch, const topology::UnitSet& units) {
  constexpr uint32_t stands_for = 17;  // a prime: of kernels that take turns each has its share
  static constinit thread_local uint32_t launches = 0;
  if (++launches != stands_for) return;
  launches = 0;
  slot_of(launch).times().add(stands_for * time_of_one_group, units);
}

}  // namespace cleave::backend::cpu::pool

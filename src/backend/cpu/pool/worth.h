// Estimates how long launches take, and how many threads that is worth.
#pragma once

#include <chrono>
#include <cstdint>

#include "backend/cpu/pool/execution.h"
#include "backend/launch.h"

namespace cleave::backend::cpu {

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

}  // namespace cleave::backend::cpu

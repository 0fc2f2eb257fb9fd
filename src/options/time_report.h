// Reports how long steps of the compiler take, if the user asks (CLEAVE_TIME_PASSES).
#pragma once

#include <cstdint>
#include <string_view>

namespace cleave::options {

/// Prints to standard error, if that is asked for, how much processor time the thread spent while
/// this existed: what other threads do does not count.
class TimedStep {
 public:
  /// `name` outlives the step.
  explicit TimedStep(std::string_view name);
  ~TimedStep();
  TimedStep(const TimedStep&) = delete;
  TimedStep& operator=(const TimedStep&) = delete;

 private:
  const std::string_view name_;
  const uint64_t begin_;  // ns
};

}  // namespace cleave::options

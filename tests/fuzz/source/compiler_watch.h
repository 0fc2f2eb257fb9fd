// Looks after the compiler processes of applications from outside: what they take, and that they
// go.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cleave::test::fuzz::source {

/// Returns the limits of a compiler process, which variables of the environment set.
struct CompilerLimits {
  uint64_t seconds;
  uint64_t mebibytes;
};
[[nodiscard]] CompilerLimits compiler_limits();

class CompilerWatch {
 public:
  /// The application begins the next source: time is counted anew.
  void begin_source(pid_t application) { begun_[application].clear(); }
  /// The application has ended, and its compiler is to end.
  void end_application(pid_t application);
  /// Do compiler processes of ended applications run, for which there is still time?
  [[nodiscard]] bool is_waiting() const { return !ended_.empty(); }

  struct Finding {
    pid_t application;
    std::string text;
  };
  /// Returns the rules that compiler processes break now.
  [[nodiscard]] std::vector<Finding> look();

 private:
  struct Process {
    pid_t number;
    pid_t application;
  };
  [[nodiscard]] static std::vector<Process> compiler_processes();
  [[nodiscard]] std::string excess_of(const Process& process);

  const CompilerLimits limits_ = compiler_limits();
  std::map<pid_t, std::map<pid_t, double>> begun_;  // processor seconds when first seen, by process
  std::map<pid_t, int64_t> ended_;                  // when, in milliseconds
};

}  // namespace cleave::test::fuzz::source

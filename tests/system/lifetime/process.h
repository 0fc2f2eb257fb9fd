// What scenarios ask of their own process and of others.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace cleave::lifetime {

/// Says what went wrong and ends the process at once, without destructors.
[[noreturn]] void fail(const char* what, const std::string& detail);
inline void check(bool good, const char* what, const std::string& detail = "") {
  if (!good) fail(what, detail);
}
/// Says why this machine cannot try a scenario.
[[noreturn]] void skip(const char* reason);
/// Skips what measures or limits memory where a sanitizer takes some for itself.
void skip_if_sanitized();

/// The exit code of a child that runs `function`; -1 if it did not exit within 20 seconds.
[[nodiscard]] int exit_code_of_child(const std::function<int()>& function);
/// Waits for a child; -1 if a signal ended it.
[[nodiscard]] int wait_for_exit_code(pid_t child);
/// Turns this process into lifetime_scenarios NAME.
[[noreturn]] void become(const char* scenario);

/// The threads of this process: the workers, whose names begin with "cleave/", or all.
enum class Which { workers, all };
[[nodiscard]] std::vector<pid_t> threads(Which which);
/// A line of /proc/self/task/THREAD/status without its name; empty if there is none.
[[nodiscard]] std::string status_line(pid_t thread, const std::string& name);
[[nodiscard]] size_t resident_kibibytes();
[[nodiscard]] bool is_mapped(const std::string& library);

}  // namespace cleave::lifetime

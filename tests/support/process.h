// Runs functions in child processes, and ends a program that found something wrong.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace cleave::test {

/// Says what went wrong and ends the process with 1, at once and without destructors: these may be
/// what is broken, or not be the business of a forked child.
[[noreturn]] void fail(const char* what, const std::string& detail = "");
/// Fails unless `is_so`.
void require(bool is_so, const char* what, const std::string& detail = "");
/// Says what this machine lacks, and ends the process with 77, which counts as a skipped test.
[[noreturn]] void skip(const char* reason);

/// The exit code of a child that runs `function`; -1 if a signal ended it, which happens after so
/// many seconds.
[[nodiscard]] int exit_code_of_child(const std::function<int()>& function, unsigned seconds = 20);
/// Waits for a child; -1 if a signal ended it.
[[nodiscard]] int wait_for_exit_code(pid_t child);

}  // namespace cleave::test

// Starts a program of ours beside the application, which notices nothing of it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cleave::compiler::process {

/// Starts `program` with `input` for its standard input, in the working folder of this process and
/// with its environment but for `changes` (NAME=value), and returns while it runs. Empty, or why
/// that cannot be done.
///
/// The program is no child of the application: it is found by no wait() and its end sends no
/// SIGCHLD, unless the application adopts orphans (process 1 of a container,
/// PR_SET_CHILD_SUBREAPER). Signals to this thread wait until the program runs. Thread-safe.
[[nodiscard]] std::string start_program(const std::filesystem::path& program, int input,
                                        const std::vector<std::string>& changes);

}  // namespace cleave::compiler::process

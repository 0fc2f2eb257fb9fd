// Runs a program of ours beside the application, which notices nothing of it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace cleave::compiler::helper {

/// How a program ended. `problem` says why it could not be started; empty otherwise.
struct Ending {
  std::string problem;
  int status = 0;  // as wait() gives it
  std::vector<std::byte> output;
};

/// Runs `program` with `input` to read from its standard input, in the working folder and the
/// environment of this process with `changes` (NAME=value), and waits for its end. The application
/// gets no SIGCHLD for it and does not find it with wait(), whatever it does with its own children;
/// signals to this thread wait until then. Thread-safe.
[[nodiscard]] Ending run_program(const std::filesystem::path& program,
                                 std::span<const std::byte> input,
                                 const std::vector<std::string>& changes);

}  // namespace cleave::compiler::helper

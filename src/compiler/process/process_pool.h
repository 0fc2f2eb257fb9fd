// Keeps the compiler processes of this application and asks them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compiler/process/frame.h"

namespace cleave::compiler::process {

/// The outcome of a request.
struct RequestOutcome {
  std::optional<std::vector<std::byte>> answer;
  Ended ended;                // why there is no answer
  std::string last_words;     // what was written to standard error before that (held_errors.h)
  std::string start_problem;  // why nobody could be asked; empty: somebody was
};

/// Asks a compiler process that is idle, or a new one, and waits for its answer. The process
/// answers in the working folder, with the affinity mask and the niceness of this thread; what it
/// writes to standard error comes to that of this process, or to `last_words`. Thread-safe: requests that are asked at once are answered at once, by
/// as many processes. A forked child has processes of its own. Asks once more where the process was
/// killed.
[[nodiscard]] RequestOutcome ask_process(std::span<const std::byte> request);

}  // namespace cleave::compiler::process

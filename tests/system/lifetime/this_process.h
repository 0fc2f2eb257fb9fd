// Observes the threads and the memory of this process, and makes it another program.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace cleave::test::lifetime {

/// Skips what measures or limits memory where a sanitizer takes some for itself.
void skip_if_sanitized();

/// Turns this process into lifetime_scenarios NAME.
[[noreturn]] void become(const char* scenario);

/// The threads of this process: the workers, whose names begin with "cleave/", or all.
enum class Which { workers, all };
[[nodiscard]] std::vector<pid_t> threads(Which which);
/// A line of /proc/self/task/THREAD/status without its name; empty if there is none.
[[nodiscard]] std::string status_line(pid_t thread, const std::string& name);
[[nodiscard]] size_t resident_kibibytes();
/// Returns the KiB of pages that no file backs any more, since this process has written to them. Dirty pages
/// of a library count as private too as long as the disk has not what a linker wrote.
[[nodiscard]] size_t written_kibibytes();
[[nodiscard]] bool is_mapped(const std::string& library);

}  // namespace cleave::test::lifetime

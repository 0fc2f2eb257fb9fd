// Writes the files from which Linux' perf learns of generated code, where CLEAVE_PERF asks for
// them.
#pragma once

#include <span>

namespace cleave::compiler::target::x86 {

/// Whether a profiler wants to know of code.
[[nodiscard]] bool is_profiled();

/// Writes down the functions of a placed object whose code is at its address: as CLEAVE_PERF says,
/// their names (map) or names, code and lines (dump). What cannot be written is said once, on
/// standard error. Thread-safe.
void tell_profiler(std::span<const char> placed);

}  // namespace cleave::compiler::target::x86

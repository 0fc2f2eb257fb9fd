// Runs the program cleave-compiler: a fork server, and the compiler processes that it forks.
//
// The fork server loads the compiler once, so that a process which crashed is replaced within a
// millisecond, and reports how each process ended. It does no work itself.
#pragma once

#include <sys/types.h>

namespace cleave::compiler::process {

/// Forks a compiler process for each FrameKind::fork that arrives on the socket `control`, until
/// the process `application` or the other end of `control` is gone, or nothing was to be done for
/// `idle_seconds`. Then ends this process, and with it those that it has forked, whatever they do:
/// a process that has lost the other end of its own socket is ended at once. The calling process
/// has one thread.
[[noreturn]] void run_fork_server(int control, pid_t application);

/// How long processes without work stay: their start costs some ten milliseconds, their memory some
/// ten mebibytes.
inline constexpr int idle_seconds = 10;

}  // namespace cleave::compiler::process

// Answers requests in a compiler process, within limits.
#pragma once

#include "compiler/interface/compiler.h"
#include "compiler/process/frame.h"

namespace cleave::compiler::process {

/// Serves the application at the other end of the socket `connection` until that is gone, asks
/// nothing for idle_seconds, or a request has left this process large. Ends the process, which has
/// just been forked and has one thread. It runs under `circumstances` until the first request, and
/// then under those of each.
///
/// If the compiler runs out of stack or memory or gives up, the last message says so; every other
/// crash is for the parent to report. Each request may take CLEAVE_COMPILER_TIME seconds of
/// processor time.
[[noreturn]] void serve(int connection, const Circumstances& circumstances,
                        interface::Compiler& compiler);

}  // namespace cleave::compiler::process

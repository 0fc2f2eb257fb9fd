// Runs long work inside a call of the application, on a thread that is not ours, with a stack and
// floating-point modes of its own.
#pragma once

#include <signal.h>

#include <cstdint>
#include <functional>

#include "support/result.h"

namespace cleave::os {

/// Keeps the application's signals from the threads that are started meanwhile: they inherit what
/// this thread blocks, and its handlers are to run on its own threads.
class SignalsBlocked {
 public:
  SignalsBlocked();
  ~SignalsBlocked();
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

/// The depth that the recursion of a function may reach: functions that walk a source or a kernel
/// follow its nesting.
enum class StackNeed : uint8_t { ordinary, deep };

/// Runs `function` as a compiler needs it: with a stack of 4 or 256 MiB (on a thread of its own,
/// which is waited for, where the calling thread has less left) and with the default floating-point
/// environment, whatever the application set: rounding, flushing and traps would change constants
/// or end the process. Exceptions of `function` are thrown here. CL_OUT_OF_RESOURCES when the
/// thread that is needed cannot be started.
[[nodiscard]] support::Status run_on_compiler_stack(StackNeed need,
                                                    const std::function<void()>& function);

}  // namespace cleave::os

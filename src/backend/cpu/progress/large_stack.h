// Runs a function on a stack of its own where the thread's stack is too small for it.
//
// Kernels keep the private memory of all lanes of a sub-group on the stack: up to 1 GiB, where a
// worker has 64 MiB and a thread of the application often 8.
#pragma once

#include <cstddef>
#include <type_traits>

#include "backend/cpu/progress/stack.h"

namespace cleave::backend::cpu::progress {

/// A stack of its own for code that needs much. For one thread.
class LargeStack {
 public:
  LargeStack() = default;
  LargeStack(const LargeStack&) = delete;
  LargeStack& operator=(const LargeStack&) = delete;

  /// Reserves a stack for code that needs `bytes`. Returns false when there is no memory.
  /// Precondition: no function runs.
  [[nodiscard]] bool reserve(size_t bytes);
  /// Calls `function`, which must not throw, and returns when it does. Precondition: reserve().
  template <class Function>
  void run(Function&& function) {
    using Callable = std::remove_reference_t<Function>;
    switch_to([](void* callable) noexcept { (*static_cast<Callable*>(callable))(); }, &function);
  }
  /// Releases the memory if it is large.
  void release_if_large();

 private:
  struct SwitchedCall;
  static void begin(void* call);
  void switch_to(void (*function)(void*) noexcept, void* argument);

  StackPool room_;
  Stack own_;  // the thread's
};

}  // namespace cleave::backend::cpu::progress

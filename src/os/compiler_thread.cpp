#include "os/compiler_thread.h"

#include <fenv.h>
#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace cleave::os {
namespace {

/// Bytes of stack, touched only as far as they are used.
constexpr size_t bytes_of(StackNeed need) {
  // Clang takes up to 8 KiB for a parenthesis, and 2048 may be nested; LLVM's recursions over
  // dominator trees and expressions are of the same order.
  return size_t{need == StackNeed::deep ? 256U : 4U} << 20;
}
constexpr size_t least_own_stack_bytes = size_t{64} << 20;

/// Returns the end of the calling thread's stack; null if that cannot be found out.
std::byte* find_stack_end() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return nullptr;
  void* end = nullptr;
  size_t bytes = 0;
  pthread_attr_getstack(&attributes, &end, &bytes);
  pthread_attr_destroy(&attributes);
  return static_cast<std::byte*>(end);
}

/// Is the stack that this runs on the thread's own (and not one of a coroutine), with enough left?
bool has_enough_stack(StackNeed need) {
  static thread_local std::byte* const end = find_stack_end();
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const auto lowest = reinterpret_cast<uintptr_t>(end);
  return end != nullptr && here > lowest && here - lowest > bytes_of(need) &&
         here - lowest < (uintptr_t{1} << 32);
}

class DefaultFloatingPointEnvironment {
 public:
  DefaultFloatingPointEnvironment() {
    fegetenv(&before_);
    fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatingPointEnvironment() { fesetenv(&before_); }
  DefaultFloatingPointEnvironment(const DefaultFloatingPointEnvironment&) = delete;
  DefaultFloatingPointEnvironment& operator=(const DefaultFloatingPointEnvironment&) = delete;

 private:
  fenv_t before_;
};

struct CompilerTask {
  const std::function<void()>& function;
  std::exception_ptr thrown;

  void run() {
    const DefaultFloatingPointEnvironment environment;
    function();
  }
};

void* thread_function(void* argument) {
  CompilerTask& task = *static_cast<CompilerTask*>(argument);
  try {
    task.run();
  } catch (...) {
    task.thrown = std::current_exception();
  }
  return nullptr;
}

support::Status run_on_own_thread(CompilerTask& task, StackNeed need) {
  pthread_attr_t attributes;
  pthread_t thread;
  int error = pthread_attr_init(&attributes);
  if (error == 0) {
    pthread_attr_setstacksize(&attributes, std::max(bytes_of(need), least_own_stack_bytes));
    const SignalsBlocked blocked;
    error = pthread_create(&thread, &attributes, thread_function, &task);
    pthread_attr_destroy(&attributes);
  }
  if (error != 0) return CL_OUT_OF_RESOURCES;
  pthread_join(thread, nullptr);
  if (task.thrown) std::rethrow_exception(task.thrown);
  return CL_SUCCESS;
}

}  // namespace

SignalsBlocked::SignalsBlocked() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before_);
}

SignalsBlocked::~SignalsBlocked() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

support::Status run_on_compiler_stack(StackNeed need, const std::function<void()>& function) {
  CompilerTask task{function, nullptr};
  if (!has_enough_stack(need)) return run_on_own_thread(task, need);
  task.run();
  return CL_SUCCESS;
}

}  // namespace cleave::os

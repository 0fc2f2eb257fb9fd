// Schedules the sub-groups of one work-group on one thread with independent forward progress:
// cooperative user-level threads, one stack each. All sub-groups begin on the thread's own stack,
// one after another. One that yields (ForwardProgress) stays on its stack, and those that have not
// begun run on another stack. When all have begun, the waiting ones are resumed round robin.
// Kernels in which no sub-group waits never get here.
#pragma once

#include <cstdint>

#include "backend/cpu/progress/stack.h"
#include "compiler/interface/launch_context.h"

namespace cleave::backend::cpu::progress {

/// Belongs to one worker and serves one launch at a time.
class SubGroupScheduler {
 public:
  SubGroupScheduler() = default;
  SubGroupScheduler(const SubGroupScheduler&) = delete;
  SubGroupScheduler& operator=(const SubGroupScheduler&) = delete;

  /// Prepares the context for sub-groups that may wait, and reserves a stack for each but one of
  /// the `sub_groups` of a work-group: a sub-group that waits always needs one. `stack_bytes`: the
  /// kernel's need of a stack. The scheduler outlives the context's use. Returns false when there
  /// is no memory; the context must not be used then.
  [[nodiscard]] bool serve(compiler::interface::LaunchContext& context, size_t stack_bytes,
                           size_t sub_groups);
  /// Keeps the stacks for the next launch, unless they are large. Precondition: none is in use.
  void end_launch();

 private:
  using Context = compiler::interface::LaunchContext;
  static void yield(Context* context);
  static void finish(Context* context);
  /// The function of a stack: runs the sub-groups that have not begun.
  static void run_rest(void* scheduler);

  void let_others_run();
  void wait_for_all();
  void go_to(Stack& next);
  [[nodiscard]] Stack& take_stack();

  Context* context_ = nullptr;
  uint64_t in_vain_ = 0;  // yields since a sub-group last began or ended
  Stack own_;             // the thread's, where every work-group begins and ends
  Stack* running_ = &own_;
  StackQueue waiting_;  // suspended sub-groups, round robin
  StackPool room_;
};

}  // namespace cleave::backend::cpu::progress

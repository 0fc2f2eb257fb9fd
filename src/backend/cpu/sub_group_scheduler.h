// Gives the sub-groups of one work-group independent forward progress on one thread. All begin on
// the thread's own stack, one after another. One that waits (ForwardProgress) stays where it is,
// and those that have not begun run on another stack; when all have begun, those that wait take
// turns. Kernels in which no sub-group waits never get here.
#pragma once

#include <cstdint>

#include "backend/cpu/stack.h"
#include "compiler/interface/launch_context.h"

namespace cleave::backend::cpu {

/// Of one worker, for one launch at a time.
class SubGroupScheduler {
 public:
  SubGroupScheduler() = default;
  SubGroupScheduler(const SubGroupScheduler&) = delete;
  SubGroupScheduler& operator=(const SubGroupScheduler&) = delete;

  /// Makes the context one whose sub-groups may wait, and reserves a stack for each but one of the
  /// `sub_groups` of a work-group: one that waits cannot be left without. `stack_bytes`: what the
  /// kernel needs of a stack. The scheduler outlives the context's use. False, and the context must
  /// not be used, when there is no memory for that.
  [[nodiscard]] bool serve(compiler::LaunchContext& context, size_t stack_bytes, size_t sub_groups);
  /// Keeps the stacks for the next launch, unless they are large. Precondition: none is in use.
  void end_launch();

 private:
  using Context = compiler::LaunchContext;
  static void yield(Context* context);
  static void finish(Context* context);
  /// What a stack runs: the sub-groups that have not begun.
  static void run_rest(void* scheduler);

  void let_others_run();
  void wait_for_all();
  void go_to(Stack& next);
  [[nodiscard]] Stack& take_stack();

  Context* context_ = nullptr;
  uint64_t in_vain_ = 0;  // how often one gave way since something ended or began
  Stack own_;             // the thread's, where all is begun and ended
  Stack* running_ = &own_;
  StackQueue waiting_;  // for their turn
  StackPool room_;
};

}  // namespace cleave::backend::cpu

// Independent forward progress: the sub-groups of one work-group that wait for each other, on one
// thread. All begin on the thread's own stack, one after another. One that waits (ForwardProgress)
// stays where it is, and those that have not begun go on without it on another stack; when all have
// begun, those that wait take turns. Kernels of which nobody waits never get here.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "backend/cpu/stack.h"
#include "compiler/interface/launch_context.h"

namespace cleave::backend::cpu {

/// Of one worker, for one launch at a time.
class SubGroupScheduler {
 public:
  SubGroupScheduler() = default;
  SubGroupScheduler(const SubGroupScheduler&) = delete;
  SubGroupScheduler& operator=(const SubGroupScheduler&) = delete;

  /// Makes the context one whose sub-groups may wait. `stack_bytes`: what the kernel needs of a
  /// stack. The scheduler outlives the context's use.
  void serve(compiler::LaunchContext& context, size_t stack_bytes);
  /// Keeps some stacks for the next launch and gives the rest back. Precondition: none is in use.
  void end_launch();

 private:
  using Context = compiler::LaunchContext;
  static void give_way(Context* context);
  static void finish(Context* context);
  /// What a stack runs: the sub-groups that have not begun.
  static void run_rest(void* scheduler);

  void let_others_run();
  void wait_for_all();
  void go_to(Stack& next);
  [[nodiscard]] Stack* take_stack();
  [[nodiscard]] Stack* take_waiting();

  Context* context_ = nullptr;
  size_t stack_bytes_ = 0;
  uint64_t in_vain_ = 0;        // how often one gave way since something ended or began
  std::unique_ptr<Stack> own_;  // the thread's, where all is begun and ended
  Stack* running_ = nullptr;
  std::deque<Stack*> waiting_;  // for their turn
  std::vector<std::unique_ptr<Stack>> free_;
  std::vector<std::unique_ptr<Stack>> used_;
};

}  // namespace cleave::backend::cpu

#include "backend/cpu/progress/sub_group_scheduler.h"

#include <sched.h>

#include <utility>

#include "os/os.h"
#include "os/x86.h"

namespace cleave::backend::cpu::progress {
namespace {

// Yield masks: iterations of a spin loop, less one, before its first yield, and once a sub-group of
// the launch has waited: the others then mostly wait too.
constexpr uint64_t long_patience = 1023;
constexpr uint64_t short_patience = 15;
// After so many yields without progress other threads may need the processor.
constexpr uint64_t many_in_vain = 256;
constexpr size_t room_for_yielding = size_t{64} << 10;

}  // namespace

bool SubGroupScheduler::serve(Context& context, size_t stack_bytes, size_t sub_groups) {
  context_ = &context;
  context.progress = {.yield_mask = long_patience,
                      .yield = &yield,
                      .finish = &finish,
                      .on_other_stacks = 0,
                      .run_rest = nullptr,
                      .walk = nullptr,
                      .scheduler = this};
  if (!room_.reserve(sub_groups - 1, stack_bytes + room_for_yielding)) return false;
  context.spaces.other_stacks = {room_.memory(), room_.bytes()};
  return true;
}

void SubGroupScheduler::end_launch() {
  context_ = nullptr;
  if (room_.bytes() > StackPool::most_kept) room_.release();
}

void SubGroupScheduler::yield(Context* context) {
  static_cast<SubGroupScheduler*>(context->progress.scheduler)->let_others_run();
}

void SubGroupScheduler::finish(Context* context) {
  static_cast<SubGroupScheduler*>(context->progress.scheduler)->wait_for_all();
}

void SubGroupScheduler::let_others_run() {
  compiler::interface::ForwardProgress& progress = context_->progress;
  Stack* next = nullptr;
  if (progress.walk->left != 0) {
    next = &take_stack();
    ++progress.on_other_stacks;
    progress.yield_mask = short_patience;
    in_vain_ = 0;
  } else {
    next = waiting_.pop();
    if (next == nullptr || ++in_vain_ % many_in_vain == 0) os::yield_processor();
  }
  if (next == nullptr) return os::spin_pause();
  waiting_.push(*running_);
  go_to(*next);
}

void SubGroupScheduler::wait_for_all() {
  // The last sub-group to end comes back here.
  if (Stack* next = waiting_.pop()) go_to(*next);
}

void SubGroupScheduler::run_rest(void* scheduler) {
  auto& self = *static_cast<SubGroupScheduler*>(scheduler);
  Stack::arrived_first(*self.running_);
  compiler::interface::ForwardProgress& progress = self.context_->progress;
  progress.run_rest(progress.walk);
  --progress.on_other_stacks;
  self.in_vain_ = 0;
  self.room_.give_back(*self.running_);
  Stack* next = self.waiting_.pop();
  if (next == nullptr) next = &self.own_;
  Stack::leave_for_good(*std::exchange(self.running_, next), *next);
}

void SubGroupScheduler::go_to(Stack& next) {
  Stack& from = *std::exchange(running_, &next);
  Stack::switch_over(from, next);
}

/// There is one: each that is in use, and the thread's own, has a sub-group that has begun and not
/// ended, and one more is to begin.
Stack& SubGroupScheduler::take_stack() {
  Stack& stack = room_.take();
  stack.prepare(&run_rest, this);
  return stack;
}

}  // namespace cleave::backend::cpu::progress

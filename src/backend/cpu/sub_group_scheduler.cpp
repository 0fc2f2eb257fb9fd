#include "backend/cpu/sub_group_scheduler.h"

#include <immintrin.h>
#include <sched.h>

#include <algorithm>
#include <utility>

namespace cleave::backend::cpu {
namespace {

// Turns of a loop, less one, before it gives way for the first time, and once something in the
// launch has waited: then it mostly does so again.
constexpr uint64_t long_patience = 1023;
constexpr uint64_t short_patience = 15;
// When so many have given way, and nothing came of it, other threads may need the processor.
constexpr uint64_t many_in_vain = 256;
constexpr size_t room_for_calls = size_t{64} << 10;
constexpr size_t most_kept = 64;

}  // namespace

void SubGroupScheduler::serve(Context& context, size_t stack_bytes) {
  context_ = &context;
  stack_bytes_ = stack_bytes + room_for_calls;
  context.progress = {.patience = long_patience,
                      .give_way = &give_way,
                      .finish = &finish,
                      .on_other_stacks = 0,
                      .run_rest = nullptr,
                      .walk = nullptr,
                      .scheduler = this};
}

void SubGroupScheduler::end_launch() {
  context_ = nullptr;
  own_ = nullptr;
  if (free_.size() > most_kept) free_.resize(most_kept);
}

void SubGroupScheduler::give_way(Context* context) {
  static_cast<SubGroupScheduler*>(context->progress.scheduler)->let_others_run();
}

void SubGroupScheduler::finish(Context* context) {
  static_cast<SubGroupScheduler*>(context->progress.scheduler)->wait_for_all();
}

void SubGroupScheduler::let_others_run() {
  if (own_ == nullptr) {
    own_ = std::make_unique<Stack>();
    running_ = own_.get();
  }
  compiler::ForwardProgress& progress = context_->progress;
  Stack* next = progress.walk->left != 0 ? take_stack() : nullptr;
  if (next != nullptr) {
    ++progress.on_other_stacks;
    progress.patience = short_patience;
    in_vain_ = 0;
  } else {
    next = take_waiting();
    if (next == nullptr || ++in_vain_ % many_in_vain == 0) sched_yield();
  }
  if (next == nullptr) return _mm_pause();
  waiting_.push_back(running_);
  go_to(*next);
}

void SubGroupScheduler::wait_for_all() {
  // Whoever ends last comes back here.
  if (Stack* next = take_waiting()) go_to(*next);
}

void SubGroupScheduler::run_rest(void* scheduler) {
  auto& self = *static_cast<SubGroupScheduler*>(scheduler);
  Stack::arrived_first(*self.running_);
  compiler::ForwardProgress& progress = self.context_->progress;
  progress.run_rest(progress.walk);
  --progress.on_other_stacks;
  self.in_vain_ = 0;
  const auto mine = std::ranges::find(self.used_, self.running_, &std::unique_ptr<Stack>::get);
  // Nobody takes it before it has been left for good.
  self.free_.push_back(std::move(*mine));
  self.used_.erase(mine);
  Stack* next = self.take_waiting();
  if (next == nullptr) next = self.own_.get();
  Stack::leave_for_good(*std::exchange(self.running_, next), *next);
}

void SubGroupScheduler::go_to(Stack& next) {
  Stack& from = *std::exchange(running_, &next);
  Stack::switch_over(from, next);
}

Stack* SubGroupScheduler::take_waiting() {
  if (waiting_.empty()) return nullptr;
  Stack* next = waiting_.front();
  waiting_.pop_front();
  return next;
}

Stack* SubGroupScheduler::take_stack() {
  std::erase_if(free_, [&](const auto& stack) { return stack->bytes() < stack_bytes_; });
  if (free_.empty()) {
    auto made = std::make_unique<Stack>(stack_bytes_);
    if (!made->is_good()) return nullptr;
    free_.push_back(std::move(made));
  }
  used_.push_back(std::move(free_.back()));
  free_.pop_back();
  Stack* stack = used_.back().get();
  stack->prepare(&run_rest, this);
  return stack;
}

}  // namespace cleave::backend::cpu

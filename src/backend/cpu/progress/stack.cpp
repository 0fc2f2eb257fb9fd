#include "backend/cpu/progress/stack.h"

#include <algorithm>
#include <cstdint>
#include <new>

#include "os/os.h"
#include "os/x86.h"
#include "support/rounding.h"

#if defined(__SANITIZE_ADDRESS__)
#define CLEAVE_ADDRESS_SANITIZER 1
#endif
#if defined(__SANITIZE_THREAD__)
#define CLEAVE_THREAD_SANITIZER 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CLEAVE_ADDRESS_SANITIZER 1
#endif
#if __has_feature(thread_sanitizer)
#define CLEAVE_THREAD_SANITIZER 1
#endif
#endif
#ifdef CLEAVE_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef CLEAVE_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace cleave::backend::cpu::progress {

Stack::~Stack() {
#ifdef CLEAVE_THREAD_SANITIZER
  if (memory_ != nullptr && watched_ != nullptr) __tsan_destroy_fiber(watched_);
#endif
}

void Stack::prepare(void (*function)(void*), void* argument) {
  pointer_ = os::lay_out_stack(memory_ + bytes_, function, argument);
#ifdef CLEAVE_THREAD_SANITIZER
  if (watched_ == nullptr) watched_ = __tsan_create_fiber(0);
#endif
}

/// Tells sanitizers. `kept`: where they may leave what they need when `from` is gone on with. A
/// call of it would begin on one stack and end on the other, by what they count.
inline void Stack::announce(Stack& from, Stack& to, [[maybe_unused]] void** kept) {
  to.came_from_ = &from;
#ifdef CLEAVE_THREAD_SANITIZER
  // A thread's own may be one that lies in a StackPool, in another launch.
  if (from.memory_ == nullptr) from.watched_ = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to.watched_, 0);
#endif
#ifdef CLEAVE_ADDRESS_SANITIZER
  __sanitizer_start_switch_fiber(kept, to.low_, to.size_);
#endif
}

void Stack::switch_over(Stack& from, Stack& to) {
  announce(from, to, &from.watched_);
  os::cleave_switch_stack(&from.pointer_, to.pointer_);
  arrived_first(from);
}

void Stack::leave_for_good(Stack& from, Stack& to) {
  announce(from, to, nullptr);
  os::cleave_switch_stack(&from.pointer_, to.pointer_);
  __builtin_unreachable();
}

void Stack::arrived_first([[maybe_unused]] Stack& here) {
#ifdef CLEAVE_ADDRESS_SANITIZER
  // Tells where the stack that was left lies: of the thread's own nothing else does.
  __sanitizer_finish_switch_fiber(here.watched_, &here.came_from_->low_, &here.came_from_->size_);
  here.watched_ = nullptr;
#endif
}

void StackQueue::push(Stack& stack) {
  stack.next_ = nullptr;
  (first_ == nullptr ? first_ : last_->next_) = &stack;
  last_ = &stack;
}

Stack* StackQueue::pop() {
  Stack* const first = first_;
  if (first != nullptr) first_ = first->next_;
  return first;
}

bool StackPool::reserve(size_t count, size_t bytes) {
  if (count == 0) return true;
  const size_t page = os::page_size();
  const size_t before = count_ != 0 ? stride_ - page : 0;
  if (count <= count_ && bytes <= before) return true;
  // Room for earlier launches too: alternating launches do not allocate it anew each time.
  const size_t for_both = std::max(count, count_);
  release();
  if (bytes < most_kept && for_both < most_kept / std::max(bytes, before) &&
      make(for_both, std::max(bytes, before), page)) {
    return true;
  }
  return make(count, bytes, page);
}

bool StackPool::make(size_t count, size_t bytes, size_t page) {
  constexpr size_t most = SIZE_MAX / 2;  // no machine has so many addresses
  if (bytes > most) return false;
  const size_t stride = support::rounded_up(bytes, page) + page;
  if (count > most / stride) return false;
  stacks_.reset(new (std::nothrow) Stack[count]);
  if (!stacks_) return false;
  void* memory = os::map_memory(count * stride, page);
  if (memory == nullptr) return false;
  memory_ = static_cast<std::byte*>(memory);
  count_ = untouched_ = count;
  stride_ = stride;
  for (size_t i = 0; i < count; ++i) {
    Stack& stack = stacks_[i];
    stack.memory_ = memory_ + i * stride + page;
    stack.bytes_ = stack.size_ = stride - page;
    stack.low_ = stack.memory_;
  }
  return true;
}

void StackPool::release() {
  stacks_.reset();
  if (memory_ != nullptr) os::unmap_memory(memory_, bytes());
  memory_ = nullptr;
  count_ = stride_ = untouched_ = 0;
  given_back_ = nullptr;
}

Stack& StackPool::take() {
  if (Stack* const stack = given_back_) {
    given_back_ = stack->next_;
    return *stack;
  }
  // From the top: between two such pages lies one stack, so that no large page covers several.
  Stack& stack = stacks_[--untouched_];
  const size_t page = stride_ - stack.bytes_;
  os::guard_pages(stack.memory_ - page, page);
  return stack;
}

void StackPool::give_back(Stack& stack) {
  stack.next_ = given_back_;
  given_back_ = &stack;
}

}  // namespace cleave::backend::cpu::progress

// Allocates stacks beside a thread's own, and switches a thread between them.
#pragma once

#include <cstddef>
#include <memory>

namespace cleave::backend::cpu {

/// A place to run code at: a thread's own stack, or memory of a StackPool. For one thread.
class Stack {
 public:
  /// The stack of the thread that uses it.
  Stack() = default;
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  /// The next switch to this stack calls `function`, which must never return. Precondition: it lies
  /// in a StackPool, and nothing that runs there is gone on with.
  void prepare(void (*function)(void*), void* argument);
  /// Leaves the calling thread's place on `from`, where it is now, and goes on where `to` was left.
  /// Returns when something switches to `from`. Floating-point modes belong to the place.
  static void switch_over(Stack& from, Stack& to);
  /// Likewise, but nothing ever comes back to `from`, unless it is prepared anew.
  [[noreturn]] static void leave_for_good(Stack& from, Stack& to);
  /// To be called first by the function of prepare().
  static void arrived_first(Stack& here);

 private:
  friend class StackPool;
  friend class StackQueue;
  void* pointer_ = nullptr;      // where it was left
  std::byte* memory_ = nullptr;  // its lowest byte; null: a thread's own
  size_t bytes_ = 0;
  Stack* next_ = nullptr;  // in a queue
  // For sanitizers: what they know of the stack.
  void* watched_ = nullptr;
  const void* low_ = nullptr;
  size_t size_ = 0;
  Stack* came_from_ = nullptr;

  [[gnu::always_inline]] static inline void announce(Stack& from, Stack& to, void** kept);
};

/// Stacks in the order in which they came; one is in one queue at a time. Takes no memory.
class StackQueue {
 public:
  void push(Stack& stack);
  /// The first one; null when there is none.
  [[nodiscard]] Stack* pop();

 private:
  Stack* first_ = nullptr;
  Stack* last_ = nullptr;
};

/// Stacks beside a thread's own, with a page below each that nothing can touch. Their addresses are
/// taken together and in advance, so that none is missing later; pages are taken when they are
/// used.
class StackPool {
 public:
  StackPool() = default;
  ~StackPool() { release(); }
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  /// Room for `count` stacks of `bytes` at least. False: there is none, and nothing can be taken.
  /// Precondition of this and release(): no stack is in use.
  [[nodiscard]] bool reserve(size_t count, size_t bytes);
  void release();
  /// Of addresses.
  [[nodiscard]] size_t bytes() const { return count_ * stride_; }

  /// A stack that is not in use. Precondition: fewer than what was reserved are.
  [[nodiscard]] Stack& take();
  /// Nothing is taken before the stack has been left for good.
  void give_back(Stack& stack);

  static constexpr size_t most_kept = size_t{32} << 20;  // bytes of addresses, when not in use

 private:
  [[nodiscard]] bool make(size_t count, size_t bytes, size_t page);

  std::byte* memory_ = nullptr;
  size_t count_ = 0;
  size_t stride_ = 0;  // bytes of a stack and of the page below it
  std::unique_ptr<Stack[]> stacks_;
  size_t untouched_ = 0;         // the first ones have never been taken
  Stack* given_back_ = nullptr;  // the others that are not in use, the last one first
};

}  // namespace cleave::backend::cpu

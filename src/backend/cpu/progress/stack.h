// Allocates stacks beside a thread's own, and switches a thread between them.
#pragma once

#include <cstddef>
#include <memory>

namespace cleave::backend::cpu::progress {

/// A stack that code can be left on and resumed: a thread's own, or memory of a StackPool. For one
/// thread.
class Stack {
 public:
  /// Makes the stack of the thread that uses it.
  Stack() = default;
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  /// Makes the next switch to this stack call `function`, which must never return. Precondition:
  /// the stack is in a StackPool, and the code that it was left in is never resumed.
  void prepare(void (*function)(void*), void* argument);
  /// Saves the calling thread's context on `from`, its current stack, and resumes `to`. Returns
  /// when something switches to `from`. Floating-point modes are part of the context.
  static void switch_over(Stack& from, Stack& to);
  /// Switches to `to` and abandons `from`, which is never resumed unless it is prepared anew.
  [[noreturn]] static void leave_for_good(Stack& from, Stack& to);
  /// Must be called first by the function of prepare().
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

/// A FIFO of stacks, linked through them; a stack is in one queue at a time. Allocates no memory.
class StackQueue {
 public:
  void push(Stack& stack);
  /// Returns the first one; nullptr when there is none.
  [[nodiscard]] Stack* pop();

 private:
  Stack* first_ = nullptr;
  Stack* last_ = nullptr;
};

/// Stacks beside a thread's own, with a guard page below each. Their address space is reserved
/// together and in advance, so that none is missing later; pages are committed when they are used.
class StackPool {
 public:
  StackPool() = default;
  ~StackPool() { release(); }
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  /// Reserves `count` stacks of at least `bytes`. Returns false when there is no memory; no stack
  /// can be taken then. Precondition of this and release(): no stack is in use.
  [[nodiscard]] bool reserve(size_t count, size_t bytes);
  void release();
  /// Returns where the reserved address space begins; nullptr if there is none.
  [[nodiscard]] const std::byte* memory() const { return memory_; }
  /// Returns the reserved bytes of address space.
  [[nodiscard]] size_t bytes() const { return count_ * stride_; }

  /// Returns a stack that is not in use. Precondition: fewer stacks than reserved are in use.
  [[nodiscard]] Stack& take();
  /// Gives a stack back, which may still be the running one. Precondition: nothing is taken before
  /// it has been left for good.
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

}  // namespace cleave::backend::cpu::progress

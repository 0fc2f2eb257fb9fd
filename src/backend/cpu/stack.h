// Stacks beside a thread's own, and how a thread goes from one to another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cleave::backend::cpu {

/// A place to run code at: a thread's own stack, or one that is made here with a page below it that
/// nothing can touch. For one thread.
class Stack {
 public:
  /// The calling thread's own stack.
  Stack();
  /// Another one with room for `bytes`; is_good() is false when there is no memory. Pages are taken
  /// when they are used.
  explicit Stack(size_t bytes);
  ~Stack();
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  [[nodiscard]] bool is_good() const { return memory_ != nullptr; }
  [[nodiscard]] size_t bytes() const { return bytes_; }

  /// The next switch to this stack calls `function`, which must never return. Precondition: it was
  /// made with room, and nothing that runs there is gone on with.
  void prepare(void (*function)(void*), void* argument);
  /// Leaves the calling thread's place on `from`, where it is now, and goes on where `to` was left.
  /// Returns when something switches to `from`. Floating-point modes belong to the place.
  static void switch_over(Stack& from, Stack& to);
  /// Likewise, but nothing ever comes back to `from`, unless it is prepared anew.
  [[noreturn]] static void leave_for_good(Stack& from, Stack& to);
  /// To be called first by the function of prepare().
  static void arrived_first(Stack& here);

 private:
  void* pointer_ = nullptr;  // where it was left
  std::byte* memory_ = nullptr;
  size_t bytes_ = 0;
  size_t guard_ = 0;
  // For sanitizers: what they know of the stack.
  void* watched_ = nullptr;
  const void* low_ = nullptr;
  size_t size_ = 0;
  Stack* came_from_ = nullptr;

  static void announce(Stack& from, Stack& to, void** kept);
};

}  // namespace cleave::backend::cpu

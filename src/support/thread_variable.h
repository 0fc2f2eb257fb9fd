// Reads variables of the thread quickly.
#pragma once

namespace cleave::support {

/// Returns a variable of the calling thread, whose address the compiler then has once: GCC knows how to get that, and calls
/// __tls_get_addr again behind each branch. A launch and its wait made 35 such calls, 11 instructions each.
template <class T>
[[nodiscard, gnu::always_inline]] inline T& of_this_thread(T& variable) {
  T* address = &variable;
  asm("" : "+r"(address));
  return *address;
}

}  // namespace cleave::support

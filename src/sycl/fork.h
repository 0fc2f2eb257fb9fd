// Tells a forked child that its parent's threads are not there.
#pragma once

#include <atomic>

namespace cleave::sycl {

enum class Threads : int { none, here, in_the_parent };

namespace detail {
extern std::atomic<Threads> threads;
}

/// Notes that from now on the driver and the library have threads, which a forked child lacks.
void note_threads();

/// True in a child whose parent had such threads when it forked: nothing works there any more, and locks may be held for
/// ever. A child whose parent had none starts afresh. Thread-safe; costs a load.
[[nodiscard]] inline bool is_cut_off() {
  return detail::threads.load(std::memory_order_relaxed) == Threads::in_the_parent;
}

}  // namespace cleave::sycl

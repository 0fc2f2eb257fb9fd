// What a process must know of fork(): a child has the memory of its parent and none of its threads,
// and locks that other threads held stay locked in it for ever.
#pragma once

#include <atomic>
#include <cstdint>

namespace cleave::support {

namespace detail {
extern std::atomic<uint32_t> fork_generation;
}

/// How many forks lie between this process and the one that loaded the driver, plus one. Never
/// zero. Who remembers the value and finds another one is in a child, and takes no lock there that
/// the parent's threads may have held. Thread-safe; costs a load.
[[nodiscard]] inline uint32_t fork_generation() {
  return detail::fork_generation.load(std::memory_order_relaxed);
}

}  // namespace cleave::support

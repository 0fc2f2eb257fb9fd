// What a process must know of fork(): a child has the memory of its parent and none of its threads,
// and locks that other threads held stay locked in it for ever.
#pragma once

#include <cstdint>

namespace cleave::backend::cpu {

/// How many forks lie between this process and the one that loaded the driver, plus one. Never
/// zero. Who remembers the value and finds another one is in a child, and takes no lock there that
/// the parent's threads may have held. Thread-safe.
[[nodiscard]] uint32_t fork_generation();

}  // namespace cleave::backend::cpu

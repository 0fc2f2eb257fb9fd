// Numbers threads, so that each uses a part of what they share.
#pragma once

#include <atomic>
#include <cstdint>

namespace cleave::os {

/// Returns the number of this thread: those that ask are numbered one after another, from 1.
[[nodiscard]] inline uint32_t thread_number() {
  static constinit std::atomic<uint32_t> threads{0};
  static constinit thread_local uint32_t number = 0;
  if (number == 0) number = threads.fetch_add(1, std::memory_order_relaxed) + 1;
  return number;
}

}  // namespace cleave::os

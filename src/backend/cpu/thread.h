// Starts threads, and lets them sleep until they are woken.
#pragma once

#include <atomic>
#include <cstdint>

namespace cleave::backend::cpu {

/// Starts a detached thread with a stack for kernels that no signal of the application reaches.
[[nodiscard]] bool start_detached(void* (*function)(void*), void* argument);

/// Sleeps while the word holds `value`, or for no reason; the caller looks again.
void futex_wait(std::atomic<uint32_t>& word, uint32_t value);
void futex_wake_one(std::atomic<uint32_t>& word);

}  // namespace cleave::backend::cpu

// Starts threads, and wraps the futex system call, by which they sleep.
#pragma once

namespace cleave::backend::cpu {

/// Starts a detached thread with a stack for kernels; all signals of the application are blocked in
/// it.
[[nodiscard]] bool start_detached(void* (*function)(void*), void* argument);

/// Sleeps while the word holds `value`; may return spuriously, so the caller checks the word again.
void futex_wait(std::atomic<uint32_t>& word, uint32_t value);
void futex_wake_one(std::atomic<uint32_t>& word);

}  // namespace cleave::backend::cpu

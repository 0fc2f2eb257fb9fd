// What the worker pool asks of the operating system: threads, binding, sleeping.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace cleave::backend::cpu {

/// Starts a detached thread with a stack for kernels that no signal of the application reaches.
[[nodiscard]] bool start_detached(void* (*function)(void*), void* argument);

/// Binds the calling thread to one processor and reads back whether that is so.
[[nodiscard]] bool bind_this_thread(uint32_t processor);
/// Keeps the calling thread on these processors, as far as the system lets it.
void keep_this_thread_on(const std::vector<uint32_t>& processors);

/// Sleeps while the word holds `value`, or for no reason; the caller looks again.
void futex_wait(std::atomic<uint32_t>& word, uint32_t value);
void futex_wake_one(std::atomic<uint32_t>& word);

}  // namespace cleave::backend::cpu

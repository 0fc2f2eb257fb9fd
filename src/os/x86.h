// Names what the driver uses of x86-64 beyond C++: the list of what a port to another processor
// writes.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace cleave::os {

/// Tells the processor that the thread spins.
inline void spin_pause() noexcept {
  _mm_pause();
}

// MXCSR: how vectors round and treat denormals, which exceptions are masked, and those that were.
inline constexpr uint32_t default_floating_point_modes = 0x1F80;  // to nearest, denormals, masked
inline constexpr uint32_t floating_point_exceptions = 0x003F;
[[nodiscard]] inline uint32_t floating_point_modes() noexcept {
  return _mm_getcsr();
}
inline void set_floating_point_modes(uint32_t modes) noexcept {
  _mm_setcsr(modes);
}

inline constexpr size_t cache_line = 64;
/// Fetches an object that other processors have written, all its lines at once and not one after
/// another as they are read.
inline void prefetch(const void* object, size_t bytes) noexcept {
  const char* const begin = static_cast<const char*>(object);
  for (size_t at = 0; at < bytes; at += cache_line) _mm_prefetch(begin + at, _MM_HINT_T0);
}
/// Copies a cache line to memory past the caches. `to` is aligned to 16 bytes.
inline void stream_line(std::byte* to, const std::byte* from) noexcept {
  for (size_t at = 0; at < cache_line; at += sizeof(__m128i)) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + at), bytes);
  }
}
/// Orders what was streamed before all that the thread writes later.
inline void end_streaming() noexcept {
  _mm_sfence();
}

/// Saves what a call keeps (registers and modes of the System V ABI) on the stack of the thread,
/// writes its stack pointer to `left`, and goes on with the stack whose pointer is `next`: another
/// that was left, or one that lay_out_stack() has made.
extern "C" void cleave_switch_stack(void** left, void* next);

/// Lays out a stack below `end` whose first switch calls `function`, which must never return.
/// Returns its pointer. `end` is a multiple of 128.
[[nodiscard]] void* lay_out_stack(std::byte* end, void (*function)(void*), void* argument) noexcept;

}  // namespace cleave::os

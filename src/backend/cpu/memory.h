// Memory for buffers: aligned for the widest vectors, in huge pages where large, used again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

#include "support/fork.h"

namespace cleave::backend::cpu {

/// Thread-safe. Large blocks that are given back are kept for the next allocation of their size, up
/// to a bound: a fresh page costs hundreds of nanoseconds, a recycled one next to nothing.
/// A forked child keeps nothing back, so that it needs no lock.
class Memory {
 public:
  /// `alignment` is a power of two. Null when there is none.
  [[nodiscard]] void* allocate(size_t bytes, size_t alignment);
  /// `bytes` as at the allocation.
  void deallocate(void* memory, size_t bytes) noexcept;

 private:
  /// A kept block of exactly this size; null: none.
  [[nodiscard]] void* take_kept(size_t rounded);
  [[nodiscard]] bool keep(void* memory, size_t rounded) noexcept;

  const uint32_t made_in_ = support::fork_generation();
  std::mutex mutex_;
  std::multimap<size_t, void*> kept_;  // by rounded size
  size_t kept_bytes_ = 0;
};

}  // namespace cleave::backend::cpu

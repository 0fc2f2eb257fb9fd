// Allocates memory for buffers: aligned for the widest vectors, in huge pages where large, on the
// requested NUMA node, and reuses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "backend/cpu/memory/node_heap.h"
#include "backend/cpu/memory/numa_memory.h"
#include "os/fork.h"

namespace cleave::backend::cpu::memory {

/// Thread-safe. Blocks of 64 KiB and more that are given back are kept for the next allocation of their size and
/// home, up to a bound: a fresh page costs hundreds of nanoseconds, a recycled one next to nothing.
/// A forked child keeps nothing back, so that it needs no lock.
class Memory {
 public:
  /// `alignment` is a power of two; if more than 128, not more than `bytes` where there is a home.
  /// A page or less is all zeros: programs forget to write a small state, and drivers of GPUs
  /// forgive them. Null when there is no memory.
  [[nodiscard]] void* allocate(size_t bytes, size_t alignment, Home home = {});
  /// `bytes` and `home` as at the allocation.
  void deallocate(void* memory, size_t bytes, Home home = {}) noexcept;

 private:
  using HomeAndSize = std::pair<Home, size_t>;  // the size rounded
  [[nodiscard]] void* allocate_any(size_t bytes, size_t alignment, Home home);
  [[nodiscard]] void* allocate_large(size_t rounded, Home home);
  [[nodiscard]] void* allocate_medium(size_t rounded, size_t alignment);
  /// A kept block of exactly this kind; null: none.
  [[nodiscard]] void* take_kept(HomeAndSize kind);
  [[nodiscard]] bool keep(void* memory, HomeAndSize kind) noexcept;

  const uint32_t made_in_ = os::fork_generation();
  std::mutex mutex_;
  std::multimap<HomeAndSize, void*> kept_;
  size_t kept_bytes_ = 0;
  NodeHeap small_;
};

}  // namespace cleave::backend::cpu::memory

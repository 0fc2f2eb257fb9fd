// Allocates small blocks of memory on given NUMA nodes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

namespace cleave::backend::cpu::memory {

inline constexpr size_t huge_page = size_t{2} << 20;

/// Fresh pages at a huge page's boundary that nobody has touched; null when there are none. The end
/// is a whole number of pages away: munmap takes any whole number of pages of them back.
[[nodiscard]] void* map_pages(size_t bytes) noexcept;

/// Blocks of up to a huge page, each size a power of two, cut from huge pages that prefer a node:
/// buffers that share a page are all of that node. Blocks that are given back are used again for
/// blocks of its size and node, and stays with the process. Thread-safe, in a forked child too.
class NodeHeap {
 public:
  /// Aligned as its size, rounded up to a power of two, is. Null when there is none.
  [[nodiscard]] void* allocate(size_t bytes, uint32_t node) noexcept;
  /// `bytes` and `node` as at the allocation.
  void deallocate(void* memory, size_t bytes, uint32_t node) noexcept;

 private:
  static constexpr size_t least_block = 128;
  static constexpr size_t block_sizes = 15;  // 128 … 2 MiB
  struct FreeBlock {
    FreeBlock* next;
  };
  struct Blocks {
    FreeBlock* free = nullptr;  // given back
    std::byte* next = nullptr;  // not cut yet
    std::byte* end = nullptr;
  };
  std::map<uint32_t, std::array<Blocks, block_sizes>> blocks_;  // by node and size
};

}  // namespace cleave::backend::cpu::memory

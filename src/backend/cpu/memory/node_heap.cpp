#include "backend/cpu/memory/node_heap.h"

#include <algorithm>
#include <bit>
#include <mutex>
#include <new>

#include "backend/cpu/memory/numa_memory.h"
#include "os/fork.h"
#include "os/os.h"

namespace cleave::backend::cpu::memory {
namespace {

/// Returns the mutex of all heaps: it is held briefly, and only on machines with several nodes.
os::ForkSafeMutex& mutex() {
  static auto& one = *new os::ForkSafeMutex;
  return one;
}

size_t block_bytes(size_t bytes, size_t least) {
  return std::bit_ceil(std::max(bytes, least));
}

}  // namespace

void* map_pages(size_t bytes) noexcept {
  return os::map_memory(bytes, huge_page);
}

void* NodeHeap::allocate(size_t bytes, uint32_t node) noexcept {
  const size_t size = block_bytes(bytes, least_block);
  const std::lock_guard lock(mutex());
  try {
    Blocks& blocks = blocks_[node].at(
        static_cast<size_t>(std::countr_zero(size) - std::countr_zero(least_block)));
    if (FreeBlock* taken = blocks.free) {
      blocks.free = taken->next;
      return taken;
    }
    if (blocks.next == blocks.end) {
      auto* pages = static_cast<std::byte*>(map_pages(huge_page));
      if (pages == nullptr) return nullptr;
      prefer_node(pages, huge_page, node);
      blocks.next = pages;
      blocks.end = pages + huge_page;
    }
    blocks.next += size;
    return blocks.next - size;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

void NodeHeap::deallocate(void* memory, size_t bytes, uint32_t node) noexcept {
  const size_t size = block_bytes(bytes, least_block);
  const std::lock_guard lock(mutex());
  Blocks& blocks =
      blocks_[node][static_cast<size_t>(std::countr_zero(size) - std::countr_zero(least_block))];
  blocks.free = new (memory) FreeBlock{blocks.free};
}

}  // namespace cleave::backend::cpu::memory

#include "backend/cpu/memory/memory.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

#include "os/os.h"

namespace cleave::backend::cpu::memory {
namespace {

constexpr size_t least_alignment = 128;  // of long16, and two cache lines
constexpr size_t most_kept = size_t{256} << 20;
constexpr size_t page = 4096;
constexpr size_t least_kept = size_t{64} << 10;

bool is_large(size_t bytes) {
  return bytes >= huge_page;
}

/// Small, but so large that the C library would give its pages back to the system. Such blocks begin with a page.
bool is_medium(size_t bytes) {
  return bytes >= least_kept && !is_large(bytes);
}

/// 0: too large to be rounded.
size_t rounded_up(size_t bytes, size_t multiple) {
  return bytes > SIZE_MAX - multiple ? 0 : (bytes + multiple - 1) / multiple * multiple;
}

/// Small, but with pages of its own: others' use of them would decide their node.
bool has_own_pages(size_t bytes, Home home) {
  return home.policy == Home::Policy::first_touch && bytes >= page;
}

/// A page takes 60 ns to clear, a buffer 250 ns to make. Larger memory is not cleared: what is new
/// of it comes as zeros, and what is used again would take as long as its first use.
bool is_cleared(size_t bytes) {
  return bytes <= page;
}

}  // namespace

void* Memory::allocate(size_t bytes, size_t alignment, Home home) {
  void* const memory = allocate_any(bytes, alignment, home);
  if (memory != nullptr && is_cleared(bytes)) std::memset(memory, 0, bytes);
  return memory;
}

void* Memory::allocate_any(size_t bytes, size_t alignment, Home home) {
  bytes = std::max<size_t>(bytes, 1);
  alignment = std::max(alignment, least_alignment);
  if (alignment > huge_page) return nullptr;
  if (is_large(bytes)) {
    const size_t rounded = rounded_up(bytes, huge_page);
    return rounded == 0 ? nullptr : allocate_large(rounded, home);
  }
  if (home.policy == Home::Policy::node) return small_.allocate(bytes, home.node);
  if (has_own_pages(bytes, home)) return map_pages(rounded_up(bytes, page));
  if (is_medium(bytes)) return allocate_medium(rounded_up(bytes, page), alignment);
  return std::aligned_alloc(alignment, rounded_up(bytes, alignment));
}

void* Memory::allocate_medium(size_t rounded, size_t alignment) {
  if (alignment <= page) {
    if (void* memory = take_kept({Home(), rounded})) return memory;
  }
  alignment = std::max(alignment, page);
  return std::aligned_alloc(alignment, rounded_up(rounded, alignment));
}

void Memory::deallocate(void* memory, size_t bytes, Home home) noexcept {
  bytes = std::max<size_t>(bytes, 1);
  // A migration has moved it: its next owner wants it at home.
  const bool has_moved =
      home.policy == Home::Policy::node && lies_elsewhere(memory, bytes, home.node);
  if (is_large(bytes)) {
    const size_t rounded = rounded_up(bytes, huge_page);
    if (has_moved || !keep(memory, {home, rounded})) os::unmap_memory(memory, rounded);
  } else if (home.policy == Home::Policy::node) {
    if (has_moved) move_to_node(memory, bytes, home.node);
    small_.deallocate(memory, bytes, home.node);
  } else if (has_own_pages(bytes, home)) {
    os::unmap_memory(memory, rounded_up(bytes, page));
  } else if (!is_medium(bytes) || !keep(memory, {Home(), rounded_up(bytes, page)})) {
    std::free(memory);
  }
}

void* Memory::allocate_large(size_t rounded, Home home) {
  if (void* memory = take_kept({home, rounded})) {
    if (home.policy == Home::Policy::first_touch) forget_contents(memory, rounded);
    return memory;
  }
  void* memory = map_pages(rounded);
  if (memory == nullptr) return nullptr;
  os::prefer_huge_pages(memory, rounded);
  if (home.policy == Home::Policy::node) prefer_node(memory, rounded, home.node);
  return memory;
}

void* Memory::take_kept(HomeAndSize kind) {
  if (made_in_ != os::fork_generation()) return nullptr;
  std::lock_guard lock(mutex_);
  auto found = kept_.find(kind);
  if (found == kept_.end()) return nullptr;
  void* memory = found->second;
  kept_.erase(found);
  kept_bytes_ -= kind.second;
  return memory;
}

bool Memory::keep(void* memory, HomeAndSize kind) noexcept {
  if (made_in_ != os::fork_generation()) return false;
  std::lock_guard lock(mutex_);
  if (kind.second > most_kept - kept_bytes_) return false;
  try {
    kept_.emplace(kind, memory);
  } catch (const std::bad_alloc&) {
    return false;
  }
  kept_bytes_ += kind.second;
  return true;
}

}  // namespace cleave::backend::cpu::memory

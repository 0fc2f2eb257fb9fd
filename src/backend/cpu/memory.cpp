#include "backend/cpu/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace cleave::backend::cpu {
namespace {

constexpr size_t least_alignment = 128;  // of long16, and two cache lines
constexpr size_t huge_page = size_t{2} << 20;
constexpr size_t most_kept = size_t{256} << 20;

bool is_large(size_t bytes) {
  return bytes >= huge_page;
}

/// 0: too large to be rounded.
size_t rounded_up(size_t bytes, size_t multiple) {
  return bytes > SIZE_MAX - multiple ? 0 : (bytes + multiple - 1) / multiple * multiple;
}

/// Mapped with room to cut it at a huge page's boundary; pages are touched by whoever uses them.
void* map(size_t bytes) {
  if (bytes > SIZE_MAX - huge_page) return nullptr;
  void* all = mmap(nullptr, bytes + huge_page, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED) return nullptr;
  auto begin = reinterpret_cast<uintptr_t>(all);
  uintptr_t aligned = (begin + huge_page - 1) / huge_page * huge_page;
  if (aligned != begin) munmap(all, aligned - begin);
  size_t rest = begin + huge_page - aligned;
  if (rest != 0) munmap(reinterpret_cast<void*>(aligned + bytes), rest);
  madvise(reinterpret_cast<void*>(aligned), bytes, MADV_HUGEPAGE);
  return reinterpret_cast<void*>(aligned);
}

}  // namespace

void* Memory::allocate(size_t bytes, size_t alignment) {
  if (!is_large(bytes)) {
    alignment = std::max(alignment, least_alignment);
    return std::aligned_alloc(alignment, rounded_up(std::max<size_t>(bytes, 1), alignment));
  }
  size_t rounded = rounded_up(bytes, huge_page);
  if (rounded == 0 || alignment > huge_page) return nullptr;
  if (void* memory = take_kept(rounded)) return memory;
  return map(rounded);
}

void Memory::deallocate(void* memory, size_t bytes) noexcept {
  if (!is_large(bytes)) return std::free(memory);
  const size_t rounded = rounded_up(bytes, huge_page);
  if (!keep(memory, rounded)) munmap(memory, rounded);
}

void* Memory::take_kept(size_t rounded) {
  if (made_in_ != support::fork_generation()) return nullptr;
  std::lock_guard lock(mutex_);
  auto found = kept_.find(rounded);
  if (found == kept_.end()) return nullptr;
  void* memory = found->second;
  kept_.erase(found);
  kept_bytes_ -= rounded;
  return memory;
}

bool Memory::keep(void* memory, size_t rounded) noexcept {
  if (made_in_ != support::fork_generation()) return false;
  std::lock_guard lock(mutex_);
  if (rounded > most_kept - kept_bytes_) return false;
  try {
    kept_.emplace(rounded, memory);
  } catch (const std::bad_alloc&) {
    return false;
  }
  kept_bytes_ += rounded;
  return true;
}

}  // namespace cleave::backend::cpu

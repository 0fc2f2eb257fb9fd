#include "support/failing_allocator.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace cleave::test {
namespace {

struct Plan {
  bool is_armed = false;
  bool has_happened = false;
  FailingAllocation::Callers callers = FailingAllocation::Callers::all;
  FailingAllocation::Following following = FailingAllocation::Following::succeed;
  size_t until = 0;
};
constinit thread_local Plan plan;
constinit std::atomic<size_t> live{0};

struct Range {
  uintptr_t begin = 0;
  uintptr_t end = 0;
};

/// The code of libcleave.so; empty before it has been loaded.
Range driver() {
  Range range;
  dl_iterate_phdr(
      [](dl_phdr_info* library, size_t, void* out) {
        if (std::strstr(library->dlpi_name, "/libcleave.so") == nullptr) return 0;
        for (int i = 0; i < library->dlpi_phnum; ++i) {
          const auto& part = library->dlpi_phdr[i];
          if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
          const uintptr_t begin = library->dlpi_addr + part.p_vaddr;
          *static_cast<Range*>(out) = {begin, begin + part.p_memsz};
        }
        return 1;
      },
      &range);
  return range;
}

/// Whether this allocation is the one that is to fail.
bool fails(const void* caller) {
  if (!plan.is_armed) return false;
  if (plan.has_happened) return plan.following == FailingAllocation::Following::fail;
  if (plan.callers == FailingAllocation::Callers::driver) {
    static const Range range = driver();
    const auto at = reinterpret_cast<uintptr_t>(caller);
    if (at < range.begin || at >= range.end) return false;
  }
  if (plan.until-- != 0) return false;
  plan.has_happened = true;
  return true;
}

void* counted(void* block) {
  if (block != nullptr) live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

void* allocate(size_t bytes, size_t alignment, const void* caller) {
  if (fails(caller)) return nullptr;
  if (alignment <= alignof(std::max_align_t)) return counted(std::malloc(bytes == 0 ? 1 : bytes));
  void* block = nullptr;
  return posix_memalign(&block, alignment, bytes) == 0 ? counted(block) : nullptr;
}

void* allocate_or_throw(size_t bytes, size_t alignment, const void* caller) {
  void* block = allocate(bytes, alignment, caller);
  if (block == nullptr) throw std::bad_alloc();
  return block;
}

void release(void* block) {
  if (block == nullptr) return;
  live.fetch_sub(1, std::memory_order_relaxed);
  std::free(block);
}

}  // namespace

FailingAllocation::FailingAllocation(size_t number, Callers callers, Following following) {
  plan = {true, false, callers, following, number};
}
FailingAllocation::~FailingAllocation() {
  plan.is_armed = false;
}
bool FailingAllocation::has_happened() {
  return plan.has_happened;
}

size_t live_blocks() {
  return live.load();
}

}  // namespace cleave::test

#define CALLER __builtin_return_address(0)

using cleave::test::allocate;
using cleave::test::allocate_or_throw;

constexpr size_t usual = alignof(std::max_align_t);

void* operator new(size_t bytes) {
  return allocate_or_throw(bytes, usual, CALLER);
}
void* operator new[](size_t bytes) {
  return allocate_or_throw(bytes, usual, CALLER);
}
void* operator new(size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<size_t>(alignment), CALLER);
}
void* operator new[](size_t bytes, std::align_val_t alignment) {
  return allocate_or_throw(bytes, static_cast<size_t>(alignment), CALLER);
}
void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, usual, CALLER);
}
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept {
  return allocate(bytes, usual, CALLER);
}
void* operator new(size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<size_t>(alignment), CALLER);
}
void* operator new[](size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(bytes, static_cast<size_t>(alignment), CALLER);
}
void operator delete(void* block) noexcept {
  cleave::test::release(block);
}
void operator delete[](void* block) noexcept {
  cleave::test::release(block);
}
void operator delete(void* block, size_t) noexcept {
  cleave::test::release(block);
}
void operator delete[](void* block, size_t) noexcept {
  cleave::test::release(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  cleave::test::release(block);
}
void operator delete[](void* block, std::align_val_t) noexcept {
  cleave::test::release(block);
}
void operator delete(void* block, size_t, std::align_val_t) noexcept {
  cleave::test::release(block);
}
void operator delete[](void* block, size_t, std::align_val_t) noexcept {
  cleave::test::release(block);
}

// Of C only what takes memory for buffers and rings: these call what they stand for.
#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
  void* block = nullptr;
  if (cleave::test::fails(CALLER) || posix_memalign(&block, alignment, bytes) != 0) return nullptr;
  return block;
}

EXPORTED void* mmap(void* address, size_t bytes, int protection, int flags, int file,
                    off_t offset) noexcept {
  if (cleave::test::fails(CALLER)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, bytes, protection, flags, file, offset));
}

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

/// The code of a library of ours; empty before it has been loaded.
struct Code {
  const char* library;
  std::atomic<uintptr_t> begin = 0;
  std::atomic<uintptr_t> end = 0;

  [[nodiscard]] bool holds(const void* caller) const {
    const auto at = reinterpret_cast<uintptr_t>(caller);
    return at >= begin.load(std::memory_order_relaxed) && at < end.load(std::memory_order_relaxed);
  }
};
constinit Code driver{"/libcleave.so"};
constinit Code compiler{"/libcleave-compiler.so"};

void find_libraries() {
  dl_iterate_phdr(
      [](dl_phdr_info* library, size_t, void*) {
        for (Code* code : {&driver, &compiler}) {
          if (std::strstr(library->dlpi_name, code->library) == nullptr) continue;
          for (int i = 0; i < library->dlpi_phnum; ++i) {
            const auto& part = library->dlpi_phdr[i];
            if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0) continue;
            code->begin = library->dlpi_addr + part.p_vaddr;
            code->end = library->dlpi_addr + part.p_vaddr + part.p_memsz;
          }
        }
        return 0;
      },
      nullptr);
}

/// Whether this allocation is the one that is to fail.
bool fails(const void* caller) {
  if (!plan.is_armed) return false;
  if (plan.has_happened) return plan.following == FailingAllocation::Following::fail;
  if (plan.callers == FailingAllocation::Callers::driver && !driver.holds(caller)) return false;
  if (plan.until-- != 0) return false;
  plan.has_happened = true;
  return true;
}

}  // namespace

FailingAllocation::FailingAllocation(size_t number, Callers callers, Following following) {
  find_libraries();
  plan = {true, false, callers, following, number};
}
FailingAllocation::~FailingAllocation() {
  plan.is_armed = false;
}
bool FailingAllocation::has_happened() {
  return plan.has_happened;
}

size_t live_blocks([[maybe_unused]] size_t own) {
  find_libraries();
#ifdef __SANITIZE_ADDRESS__
  return live.load() - own;
#else
  return live.load();
#endif
}

}  // namespace cleave::test

#define CALLER __builtin_return_address(0)
#define EXPORTED extern "C" __attribute__((visibility("default")))

#ifdef __SANITIZE_ADDRESS__

// The sanitizer has C's functions, and the driver the program's operators.
namespace {

void* counted(void* block) {
  if (block != nullptr) cleave::test::live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

void* allocate(size_t bytes, size_t alignment, const void* caller) {
  if (cleave::test::fails(caller)) return nullptr;
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
  cleave::test::live.fetch_sub(1, std::memory_order_relaxed);
  std::free(block);
}

constexpr size_t usual = alignof(std::max_align_t);

}  // namespace

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
  release(block);
}
void operator delete[](void* block) noexcept {
  release(block);
}
void operator delete(void* block, size_t) noexcept {
  release(block);
}
void operator delete[](void* block, size_t) noexcept {
  release(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  release(block);
}
void operator delete[](void* block, std::align_val_t) noexcept {
  release(block);
}
void operator delete(void* block, size_t, std::align_val_t) noexcept {
  release(block);
}
void operator delete[](void* block, size_t, std::align_val_t) noexcept {
  release(block);
}

EXPORTED void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
  void* block = nullptr;
  if (cleave::test::fails(CALLER) || posix_memalign(&block, alignment, bytes) != 0) return nullptr;
  return block;
}

#else

// The libraries' operators end in these, which call what they stand for. Calls of others are
// theirs.
extern "C" void* __libc_malloc(size_t bytes);
extern "C" void* __libc_memalign(size_t alignment, size_t bytes);
extern "C" void __libc_free(void* block);

namespace {

bool is_ours(const void* caller) {
  return cleave::test::driver.holds(caller) || cleave::test::compiler.holds(caller);
}

}  // namespace

EXPORTED void* malloc(size_t bytes) {
  if (!is_ours(CALLER)) return __libc_malloc(bytes);
  void* const block = cleave::test::fails(CALLER) ? nullptr : __libc_malloc(bytes);
  if (block != nullptr) cleave::test::live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

EXPORTED void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
  if (!is_ours(CALLER)) return __libc_memalign(alignment, bytes);
  void* const block = cleave::test::fails(CALLER) ? nullptr : __libc_memalign(alignment, bytes);
  if (block != nullptr) cleave::test::live.fetch_add(1, std::memory_order_relaxed);
  return block;
}

EXPORTED void free(void* block) {
  if (block != nullptr && is_ours(CALLER)) {
    cleave::test::live.fetch_sub(1, std::memory_order_relaxed);
  }
  __libc_free(block);
}

#endif

EXPORTED void* mmap(void* address, size_t bytes, int protection, int flags, int file,
                    off_t offset) noexcept {
  if (cleave::test::fails(CALLER)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, bytes, protection, flags, file, offset));
}

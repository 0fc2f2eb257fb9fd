// An allocator with a heap of its own, as programs bring theirs: it replaces all forms of operator
// new and delete, and C's functions too where REPLACES_MALLOC is 1. It ends the process that gives
// it what another allocator made. As a library it depends on C's alone.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

constexpr size_t heap_bytes = size_t{8} << 30;  // addresses; memory is what has been used at once
constexpr size_t usual_alignment = 16;
constexpr uint64_t taken_mark = 0x7461'6b65'6e20'6279;

/// Stands before the bytes that are handed out.
struct Block {
  Block* next;  // of those that are free
  std::byte* begin;
  size_t size_bits;  // it has so large a power of two from `begin`
  uint64_t mark;
};

/// Frees nothing to the system: blocks of a power of two are used again.
class Heap {
 public:
  void* allocate(size_t bytes, size_t alignment) {
    const size_t wanted = bytes + sizeof(Block) + std::max(alignment, usual_alignment);
    const size_t bits = std::bit_width(wanted - 1);
    const Lock lock(is_locked_);
    Block* const free = free_[bits];
    std::byte* const begin = free != nullptr ? free->begin : extend(size_t{1} << bits);
    if (begin == nullptr) return nullptr;
    if (free != nullptr) free_[bits] = free->next;
    const auto first = reinterpret_cast<uintptr_t>(begin + sizeof(Block));
    const uintptr_t place = (first + alignment - 1) / alignment * alignment;
    auto* const block = reinterpret_cast<Block*>(place) - 1;
    *block = {nullptr, begin, bits, taken_mark};
    return block + 1;
  }

  void release(void* place) {
    if (place == nullptr) return;
    const Lock lock(is_locked_);
    Block* const block = block_of(place);
    block->mark = 0;
    // The link of the list stands at the block's begin, whatever its alignment was.
    auto* const free = reinterpret_cast<Block*>(block->begin);
    *free = {free_[block->size_bits], block->begin, block->size_bits, 0};
    free_[free->size_bits] = free;
  }

  /// How much of the block is the owner's.
  size_t usable_bytes(void* place) {
    const Lock lock(is_locked_);
    const Block* const block = block_of(place);
    const std::byte* const end = block->begin + (size_t{1} << block->size_bits);
    return static_cast<size_t>(end - static_cast<std::byte*>(place));
  }

 private:
  class Lock {
   public:
    explicit Lock(std::atomic_flag& flag) : flag_(flag) {
      while (flag_.test_and_set(std::memory_order_acquire)) {
      }
    }
    ~Lock() { flag_.clear(std::memory_order_release); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

   private:
    std::atomic_flag& flag_;
  };

  std::byte* extend(size_t bytes) {
    if (begin_ == nullptr) {
      void* const memory = mmap(nullptr, heap_bytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED) return nullptr;
      begin_ = static_cast<std::byte*>(memory);
    }
    if (bytes > heap_bytes - used_) return nullptr;
    std::byte* const result = begin_ + used_;
    used_ += bytes;
    return result;
  }

  Block* block_of(void* place) {
    const auto at = reinterpret_cast<uintptr_t>(place);
    const auto begin = reinterpret_cast<uintptr_t>(begin_);
    auto* const block = static_cast<Block*>(place) - 1;
    if (at < begin + sizeof(Block) || at >= begin + used_)
      end("another allocator's memory is freed");
    if (block->mark != taken_mark) end("memory is freed twice");
    return block;
  }

  [[noreturn]] static void end(const char* reason) {
    static_cast<void>(write(STDERR_FILENO, reason, std::strlen(reason)) < 0);
    static_cast<void>(write(STDERR_FILENO, "\n", 1) < 0);
    abort();
  }

  std::atomic_flag is_locked_;
  std::byte* begin_ = nullptr;
  size_t used_ = 0;
  Block* free_[64] = {};
};

constinit Heap heap;

void* take(size_t bytes, size_t alignment = usual_alignment) {
  void* const place = heap.allocate(bytes, alignment);
  if (place == nullptr) abort();
  return place;
}

size_t number(std::align_val_t alignment) {
  return static_cast<size_t>(alignment);
}

}  // namespace

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void* operator new(size_t bytes) {
  return take(bytes);
}
EXPORTED void* operator new[](size_t bytes) {
  return take(bytes);
}
EXPORTED void* operator new(size_t bytes, std::align_val_t alignment) {
  return take(bytes, number(alignment));
}
EXPORTED void* operator new[](size_t bytes, std::align_val_t alignment) {
  return take(bytes, number(alignment));
}
EXPORTED void* operator new(size_t bytes, const std::nothrow_t&) noexcept {
  return heap.allocate(bytes, usual_alignment);
}
EXPORTED void* operator new[](size_t bytes, const std::nothrow_t&) noexcept {
  return heap.allocate(bytes, usual_alignment);
}
EXPORTED void* operator new(size_t bytes, std::align_val_t alignment,
                            const std::nothrow_t&) noexcept {
  return heap.allocate(bytes, number(alignment));
}
EXPORTED void* operator new[](size_t bytes, std::align_val_t alignment,
                              const std::nothrow_t&) noexcept {
  return heap.allocate(bytes, number(alignment));
}
EXPORTED void operator delete(void* place) noexcept {
  heap.release(place);
}
EXPORTED void operator delete[](void* place) noexcept {
  heap.release(place);
}
EXPORTED void operator delete(void* place, size_t) noexcept {
  heap.release(place);
}
EXPORTED void operator delete[](void* place, size_t) noexcept {
  heap.release(place);
}
EXPORTED void operator delete(void* place, std::align_val_t) noexcept {
  heap.release(place);
}
EXPORTED void operator delete[](void* place, std::align_val_t) noexcept {
  heap.release(place);
}
EXPORTED void operator delete(void* place, size_t, std::align_val_t) noexcept {
  heap.release(place);
}
EXPORTED void operator delete[](void* place, size_t, std::align_val_t) noexcept {
  heap.release(place);
}
EXPORTED void operator delete(void* place, const std::nothrow_t&) noexcept {
  heap.release(place);
}
EXPORTED void operator delete[](void* place, const std::nothrow_t&) noexcept {
  heap.release(place);
}

#if REPLACES_MALLOC

extern "C" {

EXPORTED void* malloc(size_t bytes) {
  return heap.allocate(bytes, usual_alignment);
}
EXPORTED void free(void* place) {
  heap.release(place);
}
EXPORTED void* calloc(size_t count, size_t bytes) {
  size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
  void* const place = heap.allocate(all, usual_alignment);
  return place == nullptr ? nullptr : std::memset(place, 0, all);
}
EXPORTED void* realloc(void* place, size_t bytes) {
  if (place == nullptr) return heap.allocate(bytes, usual_alignment);
  const size_t usable = heap.usable_bytes(place);
  if (bytes <= usable) return place;
  void* const larger = heap.allocate(bytes, usual_alignment);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, place, usable);
  heap.release(place);
  return larger;
}
EXPORTED void* aligned_alloc(size_t alignment, size_t bytes) {
  return heap.allocate(bytes, alignment);
}
EXPORTED void* memalign(size_t alignment, size_t bytes) {
  return heap.allocate(bytes, alignment);
}
EXPORTED int posix_memalign(void** place, size_t alignment, size_t bytes) {
  void* const result = heap.allocate(bytes, alignment);
  if (result == nullptr) return ENOMEM;
  *place = result;
  return 0;
}
EXPORTED size_t malloc_usable_size(void* place) {
  return place == nullptr ? 0 : heap.usable_bytes(place);
}
}

#endif

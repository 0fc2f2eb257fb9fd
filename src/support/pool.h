// Pools memory for small objects that are made and deleted by the million, often on different
// threads.
#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <new>

namespace cleave::support {

/// Base of a class whose objects come from a pool: `class Command : public Pooled<Command>` changes
/// what new and delete do and nothing else. Each thread keeps a few blocks; what one thread frees
/// and another needs travels in batches. Thread-safe; a forked child never waits for a lock.
template <class T>
class Pooled {
 public:
  static void* operator new(size_t) {
    Cache& cache = this_thread;
    if (cache.count == 0) refill(cache);
    return cache.count != 0 ? cache.blocks[--cache.count] : allocate();
  }
  static void operator delete(void* block) noexcept {
    Cache& cache = this_thread;
    if (cache.count == cache.room) make_room(cache);
    if (cache.count == cache.room) return release(block);
    cache.blocks[cache.count++] = block;
  }

 private:
  static constexpr size_t batch = 64;
  static constexpr size_t most_batches = 512;

  /// Destroyed by Closer: one that has a destructor costs each access a second look-up.
  struct Cache {
    std::array<void*, 2 * batch> blocks;
    size_t count = 0;
    size_t room = 0;         // blocks.size() between open() and the end of the thread
    bool is_closed = false;  // the thread ends: what it still frees is not kept
  };
  struct Closer {
    Cache& cache;
    ~Closer() {
      while (cache.count != 0) release(cache.blocks[--cache.count]);
      cache.room = 0;
      cache.is_closed = true;
    }
  };
  /// Batches that no thread holds.
  struct Shared {
    std::mutex mutex;
    std::array<std::array<void*, batch>, most_batches> batches;
    size_t count = 0;
  };

  static void* allocate() { return ::operator new(sizeof(T), std::align_val_t(alignof(T))); }
  static void release(void* block) { ::operator delete(block, std::align_val_t(alignof(T))); }
  static void open(Cache& cache) {
    if (cache.room != 0 || cache.is_closed) return;
    static thread_local const Closer closer{cache};
    cache.room = cache.blocks.size();
  }
  static Shared& shared() {
    static Shared& instance = *new Shared;
    return instance;
  }
  static void refill(Cache& cache) {
    open(cache);
    if (cache.is_closed) return;
    const std::unique_lock lock(shared().mutex, std::try_to_lock);
    if (!lock || shared().count == 0) return;
    const auto& last = shared().batches[--shared().count];
    for (void* block : last) cache.blocks[cache.count++] = block;
  }
  static void make_room(Cache& cache) {
    open(cache);
    if (cache.count != cache.room || cache.is_closed) return;
    const std::unique_lock lock(shared().mutex, std::try_to_lock);
    if (!lock || shared().count == most_batches) return;
    auto& next = shared().batches[shared().count++];
    for (void*& block : next) block = cache.blocks[--cache.count];
  }

  static constinit thread_local inline Cache this_thread{};
};

}  // namespace cleave::support

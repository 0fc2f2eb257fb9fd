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
    Cache& cache = this_thread();
    if (cache.count == 0 && !cache.is_closed) refill(cache);
    return cache.count != 0 ? cache.blocks[--cache.count] : allocate();
  }
  static void operator delete(void* block) noexcept {
    Cache& cache = this_thread();
    if (cache.count == cache.blocks.size()) drain(cache);
    if (cache.count == cache.blocks.size() || cache.is_closed) return release(block);
    cache.blocks[cache.count++] = block;
  }

 private:
  static constexpr size_t batch = 64;
  static constexpr size_t most_batches = 512;

  struct Cache {
    std::array<void*, 2 * batch> blocks;
    size_t count = 0;
    bool is_closed = false;  // the thread ends: what it still frees is not kept
    ~Cache() {
      while (count != 0) release(blocks[--count]);
      is_closed = true;
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
  static Cache& this_thread() {
    static thread_local Cache cache;
    return cache;
  }
  static Shared& shared() {
    static Shared& instance = *new Shared;
    return instance;
  }
  static void refill(Cache& cache) {
    const std::unique_lock lock(shared().mutex, std::try_to_lock);
    if (!lock || shared().count == 0) return;
    const auto& last = shared().batches[--shared().count];
    for (void* block : last) cache.blocks[cache.count++] = block;
  }
  static void drain(Cache& cache) {
    const std::unique_lock lock(shared().mutex, std::try_to_lock);
    if (!lock || shared().count == most_batches) return;
    auto& next = shared().batches[shared().count++];
    for (void*& block : next) block = cache.blocks[--cache.count];
  }
};

}  // namespace cleave::support

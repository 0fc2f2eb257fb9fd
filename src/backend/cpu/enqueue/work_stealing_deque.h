// Holds pointers that one thread adds and takes at one end, and other threads take at the other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

namespace cleave::backend::cpu::enqueue {

/// The deque of Chase and Lev, with the orders of Lê, Pop, Cohen and Nardelli (2013): the owner
/// writes `bottom_`; thieves, and the owner when it takes the last one, compare and exchange
/// `top_`. Rings that were outgrown stay until the end, since a thief may still read them.
template <class T>
class WorkStealingDeque {
 public:
  WorkStealingDeque() = default;
  WorkStealingDeque(const WorkStealingDeque&) = delete;
  WorkStealingDeque& operator=(const WorkStealingDeque&) = delete;

  /// Adds the newest. False: there is no memory. The owner calls.
  [[nodiscard]] bool push(T* item) {
    const int64_t bottom = bottom_.load(std::memory_order_relaxed);
    const int64_t top = top_.load(std::memory_order_acquire);
    Ring* ring = ring_.load(std::memory_order_relaxed);
    if (ring == nullptr || bottom - top >= ring->capacity) {
      ring = grow(ring, top, bottom);
      if (ring == nullptr) return false;
    }
    ring->at(bottom).store(item, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_release);
    return true;
  }
  /// Takes the newest; nullptr: there is none. The owner calls.
  [[nodiscard]] T* pop() {
    const int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    if (bottom < top_.load(std::memory_order_relaxed)) return nullptr;  // nobody adds but the owner
    Ring* const ring = ring_.load(std::memory_order_relaxed);
    // seq_cst: a thief reads `bottom_` after `top_`, the owner `top_` after `bottom_`.
    bottom_.store(bottom, std::memory_order_seq_cst);
    int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return nullptr;
    }
    T* item = ring->at(bottom).load(std::memory_order_relaxed);
    if (top != bottom) return item;
    const bool is_won = top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst);
    bottom_.store(bottom + 1, std::memory_order_relaxed);
    return is_won ? item : nullptr;
  }
  /// Takes the oldest; nullptr: there is none. Any thread may call.
  [[nodiscard]] T* steal() {
    while (true) {
      int64_t top = top_.load(std::memory_order_seq_cst);
      const int64_t bottom = bottom_.load(std::memory_order_seq_cst);
      if (top >= bottom) return nullptr;
      T* item = ring_.load(std::memory_order_acquire)->at(top).load(std::memory_order_relaxed);
      if (top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst)) return item;
    }
  }
  /// Returns the number of elements as the owner knows it; thieves may be taking some.
  [[nodiscard]] size_t size() const {
    const int64_t size =
        bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
    return size > 0 ? static_cast<size_t>(size) : 0;
  }

 private:
  struct Ring {
    explicit Ring(int64_t size) : capacity(size), items(new std::atomic<T*>[size_t(size)]) {}
    std::atomic<T*>& at(int64_t index) { return items[size_t(index & (capacity - 1))]; }
    const int64_t capacity;  // a power of two
    const std::unique_ptr<std::atomic<T*>[]> items;
  };
  Ring* grow(Ring* ring, int64_t top, int64_t bottom) try {
    constexpr int64_t first = 64;
    auto larger = std::make_unique<Ring>(ring == nullptr ? first : 2 * ring->capacity);
    for (int64_t i = top; i < bottom; ++i) {
      larger->at(i).store(ring->at(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    rings_.push_back(std::move(larger));
    ring_.store(rings_.back().get(), std::memory_order_release);
    return rings_.back().get();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }

  alignas(64) std::atomic<int64_t> top_{0};
  alignas(64) std::atomic<int64_t> bottom_{0};
  std::atomic<Ring*> ring_{nullptr};
  std::vector<std::unique_ptr<Ring>> rings_;
};

}  // namespace cleave::backend::cpu::enqueue

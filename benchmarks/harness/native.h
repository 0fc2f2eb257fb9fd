// Native code beside the drivers: the host's own threads, and memory like a driver's.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "harness/host.h"
#include "harness/repeated_work.h"
#include "native/loops.h"

namespace cleave::benchmark {

/// A thread for each processor of the process, the caller's one among them. Used by one thread.
class NativeThreads {
 public:
  using Body = std::function<void(size_t begin, size_t end)>;

  NativeThreads();
  ~NativeThreads();
  NativeThreads(const NativeThreads&) = delete;
  NativeThreads& operator=(const NativeThreads&) = delete;

  [[nodiscard]] size_t count() const { return thread_count_; }

  /// Calls `body` for ranges that together are 0 to `count`, one for each thread, and waits. All
  /// ranges but the last begin and end at multiples of `granule`. `body` must not throw.
  void run(size_t count, size_t granule, const Body& body);

 private:
  void serve(size_t index);
  void run_range(size_t index) const;

  size_t thread_count_;
  const Body* body_ = nullptr;  // of the current turn, as are the count and the granule
  size_t count_ = 0, granule_ = 1;
  std::atomic<size_t> turn_ = 0;  // grows by one for each run, and at the end
  std::atomic<size_t> busy_ = 0;  // threads but the caller's that are not done with the turn
  bool ended_ = false;
  std::vector<std::jthread> threads_;
};

/// Allocates elements of vectors at the start of a page, on large pages where they fill some.
template <class T>
struct PageAllocator {
  using value_type = T;

  PageAllocator() = default;
  template <class Other>
  explicit PageAllocator(const PageAllocator<Other>&) {}

  [[nodiscard]] T* allocate(size_t count) {
    constexpr size_t small_page = size_t{1} << 12, large_page = size_t{1} << 21;
    const size_t wanted = count * sizeof(T);
    const size_t page = wanted < large_page ? small_page : large_page;
    const size_t bytes = (wanted + page - 1) / page * page;
    void* memory = std::aligned_alloc(page, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    if (page == large_page) madvise(memory, bytes, MADV_HUGEPAGE);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, size_t) { std::free(memory); }
  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }
};

/// The memory that native code works on, in place of a driver's buffers.
template <class T>
using NativeVector = std::vector<T, PageAllocator<T>>;

template <class T>
[[nodiscard]] NativeVector<T> native_copy(const std::vector<T>& from) {
  return {from.begin(), from.end()};
}

/// Work of the host's own threads of which a repetition is what repeat() does.
template <class Problem>
class NativeWork : public Work {
 public:
  explicit NativeWork(size_t size) : size_(size), problem_(shared_problem<Problem>(size)) {}

  void run(size_t repetitions) final {
    for (size_t i = 0; i < repetitions; ++i) repeat();
  }

 protected:
  virtual void repeat() = 0;

  /// `NativeThreads::run`, for bodies that do their part.
  template <class Body>
  void split(size_t count, size_t granule, const Body& body) {
    threads_.run(count, granule, body);
  }
  [[nodiscard]] NativeThreads& threads() { return threads_; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] const Problem& problem() const { return *problem_; }

 private:
  size_t size_;
  std::shared_ptr<const Problem> problem_;
  NativeThreads threads_;
};

/// `Native::make` of a class that is constructed from a size.
template <class SomeWork>
[[nodiscard]] std::unique_ptr<Work> make_native(size_t size) {
  return std::make_unique<SomeWork>(size);
}

}  // namespace cleave::benchmark

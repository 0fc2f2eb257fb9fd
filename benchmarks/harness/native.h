// Native code beside the drivers: the host's own threads, and memory like a driver's.
#pragma once

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "harness/native_loops.h"

namespace cleave::benchmark {

/// A thread for each processor of the process, the caller's one among them. Used by one thread.
class NativeThreads {
 public:
  using Body = std::function<void(size_t begin, size_t end)>;

  NativeThreads();
  ~NativeThreads();
  NativeThreads(const NativeThreads&) = delete;
  NativeThreads& operator=(const NativeThreads&) = delete;

  /// Calls `body` for ranges that together are 0 to `count`, one for each thread, and waits. All
  /// ranges but the last begin and end at multiples of 64. `body` must not throw.
  void run(size_t count, const Body& body);

 private:
  void serve(size_t index);
  void run_range(size_t index) const;

  size_t thread_count_;
  const Body* body_ = nullptr;  // of the current turn, as is the count
  size_t count_ = 0;
  std::atomic<size_t> turn_ = 0;  // grows by one for each run, and at the end
  std::atomic<size_t> busy_ = 0;  // threads but the caller's that are not done with the turn
  bool ended_ = false;
  std::vector<std::jthread> threads_;
};

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};
template <class T>
using NativeArray = std::unique_ptr<T[], Free>;

/// Memory for `count` elements at the start of a page, on large pages where that fills some; not
/// initialised.
template <class T>
[[nodiscard]] NativeArray<T> native_array(size_t count) {
  constexpr size_t small_page = size_t{1} << 12, large_page = size_t{1} << 21;
  const size_t wanted = count * sizeof(T);
  const size_t page = wanted < large_page ? small_page : large_page;
  const size_t bytes = (wanted + page - 1) / page * page;
  void* memory = std::aligned_alloc(page, bytes);
  if (memory == nullptr) throw std::bad_alloc();
  if (page == large_page) madvise(memory, bytes, MADV_HUGEPAGE);
  return NativeArray<T>(static_cast<T*>(memory));
}

}  // namespace cleave::benchmark

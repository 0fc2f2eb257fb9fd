// Native code beside the drivers: the host's own threads, and memory like a driver's.
#pragma once

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
  void operator()(float* memory) const { std::free(memory); }
};
using NativeArray = std::unique_ptr<float[], Free>;

/// Memory for `count` floats at the start of a page; not initialised.
[[nodiscard]] inline NativeArray native_array(size_t count) {
  constexpr size_t page = 4096;
  const size_t bytes = (count * sizeof(float) + page - 1) / page * page;
  NativeArray array(static_cast<float*>(std::aligned_alloc(page, bytes)));
  if (array == nullptr) throw std::bad_alloc();
  return array;
}

}  // namespace cleave::benchmark

// Lends memory to commands until they have ended.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "sycl/object.h"
#include "sycl/opencl.h"

namespace cleave::sycl {

class Context;
class Queue;

/// Memory of a device of a context, which the host addresses, too.
struct ScratchBlock {
  Ref<Context> context;  // null while nobody has the block
  uint64_t device;       // its number
  size_t bytes;
  void* memory;
};

/// Blocks of a context that nobody has at the moment. Thread-safe.
///
/// Launches with reductions take one each: to allocate it and to free it again took 4,500 instructions of 13,900 of a launch and
/// its wait.
class SpareScratch {
 public:
  /// Null: there is none.
  [[nodiscard]] std::unique_ptr<ScratchBlock> take(uint64_t device, size_t bytes);
  /// Takes the block, unless there are enough.
  void keep(std::unique_ptr<ScratchBlock>& block) noexcept;
  [[nodiscard]] std::vector<std::unique_ptr<ScratchBlock>> take_all();

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<ScratchBlock>> blocks_;
};

/// Frees the block's memory, which is the context's.
void free_scratch(const Context& context, const ScratchBlock& block) noexcept;

/// Returns the address of so many bytes of the queue's device, which begin with a line of caches; `box` gives them back. Fails with
/// errc::memory_allocation.
[[nodiscard]] void* take_scratch(Queue& queue, size_t bytes, cleave_sycl_box& box);

}  // namespace cleave::sycl

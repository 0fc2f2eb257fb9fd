// Allocates memory for kernels other than buffers: argument blocks, and blocks that a worker reuses
// for each work-group.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace cleave::backend::cpu::memory {

/// A block of memory at the alignment of the widest vectors. Contents are unspecified.
class AlignedBlock {
 public:
  static constexpr size_t alignment = 128;  // of long16, and two cache lines

  AlignedBlock() = default;
  explicit AlignedBlock(size_t bytes) {
    if (bytes > SIZE_MAX - alignment) return;
    const size_t rounded = (bytes + alignment) / alignment * alignment;  // never 0
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
    bytes_ = memory_ == nullptr ? 0 : rounded;
  }
  /// Null when there was no memory; not null for a block of 0 bytes.
  [[nodiscard]] std::byte* data() const { return memory_.get(); }
  [[nodiscard]] size_t bytes() const { return bytes_; }

 private:
  struct FreeDeleter {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, FreeDeleter> memory_;
  size_t bytes_ = 0;
};

/// A block that grows on demand. For one thread.
class Arena {
 public:
  /// At least `bytes`, valid until the next call, contents unspecified; null when there is no
  /// memory for them. A pointer is given for 0 bytes too.
  [[nodiscard]] std::byte* reserve(size_t bytes) {
    if (bytes > block_.bytes() || block_.data() == nullptr) {
      block_ = AlignedBlock();  // before the next: never both
      block_ = AlignedBlock(bytes < minimum ? minimum : bytes);
    }
    return block_.data();
  }

 private:
  static constexpr size_t minimum = 4096;
  AlignedBlock block_;
};

}  // namespace cleave::backend::cpu::memory

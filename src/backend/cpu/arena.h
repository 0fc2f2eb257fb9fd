// Memory that a worker uses again for each work-group.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace cleave::backend::cpu {

/// A block that grows on demand. Contents are unspecified after every reserve(). For one thread.
class Arena {
 public:
  static constexpr size_t alignment = 128;

  /// At least `bytes` at the alignment above, valid until the next call; null when there is no
  /// memory for it. A pointer is given for 0 bytes too.
  [[nodiscard]] std::byte* reserve(size_t bytes) {
    if (bytes > capacity_ || memory_ == nullptr) grow(bytes);
    return memory_.get();
  }

 private:
  void grow(size_t bytes) {
    size_t wanted = (bytes < minimum ? minimum : bytes);
    wanted = (wanted + alignment - 1) / alignment * alignment;
    memory_.reset();
    memory_.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, wanted)));
    capacity_ = memory_ == nullptr ? 0 : wanted;
  }

  static constexpr size_t minimum = 4096;
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  size_t capacity_ = 0;
};

}  // namespace cleave::backend::cpu

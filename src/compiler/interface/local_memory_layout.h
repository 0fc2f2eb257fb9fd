// Lays out the local memory of a kernel's work-groups.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "compiler/interface/facts.h"

namespace cleave::compiler::interface {

/// The local memory of a work-group: the static local variables, then the local arguments in their
/// order, each aligned for every built-in type that fits. Arguments of no bytes take no room.
///
///   LocalMemoryLayout layout(facts);
///   const uint64_t offset = layout.add(facts.arguments[i], size);  // from the start of local
///   memory
class LocalMemoryLayout {
 public:
  explicit LocalMemoryLayout(const KernelFacts& facts)
      : bytes_(facts.local_memory_size), alignment_(facts.local_memory_alignment) {}
  uint64_t add(const ArgumentFacts& argument, uint64_t bytes) {
    const uint64_t wanted = std::max<uint64_t>(argument.alignment, std::bit_floor(bytes));
    const uint64_t alignment = std::min(wanted, largest_alignment);
    alignment_ = std::max(alignment_, alignment);
    // Nobody uses the pointer to no bytes (OpenCL 3.1, 5.9.2), but its alignment is promised: it takes
    // no room for that.
    if (bytes == 0) return bytes_ & ~(alignment - 1);
    const uint64_t offset = align(bytes_, alignment);
    bytes_ = saturating_sum(offset, bytes);
    return offset;
  }
  /// Static variables and arguments together; the largest number if it is more than that.
  [[nodiscard]] uint64_t bytes() const { return bytes_; }
  /// The bytes from this to the local memory of another work-group behind it; likewise.
  [[nodiscard]] uint64_t stride() const { return align(bytes_, alignment_); }

 private:
  static constexpr uint64_t largest_alignment = 128;  // that of long16, the largest built-in type

  /// Sizes that an application gives may be as large as it likes: more than any device has is
  /// enough.
  static uint64_t saturating_sum(uint64_t one, uint64_t other) {
    const uint64_t sum = one + other;
    return sum < one ? ~uint64_t{0} : sum;
  }
  static uint64_t align(uint64_t value, uint64_t alignment) {
    return saturating_sum(value, alignment - 1) & ~(alignment - 1);
  }

  uint64_t bytes_;
  uint64_t alignment_;  // the greatest of any of them
};

}  // namespace cleave::compiler::interface

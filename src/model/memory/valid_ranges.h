// Records which bytes of a buffer are current in which memories of a context.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cleave::model::memory {

/// A set of memories: bit i stands for memory i of the context.
using MemorySet = uint64_t;

/// The bytes 0 … `bytes` - 1 of a buffer, in ranges that are current in the same memories. Not
/// thread-safe.
class ValidRanges {
 public:
  struct ValidRange {
    size_t begin;
    size_t end;
    MemorySet memories;
    friend bool operator==(const ValidRange&, const ValidRange&) = default;
  };

  /// All bytes are current in `memories`. Of undefined contents these are all memories.
  ValidRanges(size_t bytes, MemorySet memories) : ranges_{{0, bytes, memories}} {}

  /// Returns the parts of [begin, end) that are not current in the memory, in ascending order.
  [[nodiscard]] std::vector<ValidRange> stale(size_t begin, size_t end, uint32_t memory) const;
  /// [begin, end) has been copied to the memory: it is current there too.
  void add(size_t begin, size_t end, uint32_t memory);
  /// [begin, end) is written in the memory: it is current nowhere else.
  void set(size_t begin, size_t end, uint32_t memory);
  /// [begin, end) may be anything in the memory, where it should have been written: it is not
  /// current there, but for bytes that are current nowhere else.
  void lose(size_t begin, size_t end, uint32_t memory);
  /// Returns true if [begin, end) is current in the memory and nowhere else.
  [[nodiscard]] bool is_only_in(size_t begin, size_t end, uint32_t memory) const;
  [[nodiscard]] const std::vector<ValidRange>& ranges() const { return ranges_; }

 private:
  /// Makes `position` the begin of a range; returns its index.
  size_t split(size_t position);
  void merge_equal();

  std::vector<ValidRange> ranges_;  // ascending, without gaps; neighbours differ in their memories
};

}  // namespace cleave::model::memory

// Knows which bytes of a buffer are current where, also while copies are on their way that may
// fail.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/memory/pending_copy.h"
#include "model/memory/valid_ranges.h"

namespace cleave::model::memory {

/// Bytes as they will be when all that has been submitted has run. What depends on a copy that has
/// not ended is kept as a claim, in the order of submission; when the copy fails, the claims that
/// need it are given back, and what others have written since stays theirs.
///
///   current on the host; a copy brings it to memory 1, where a kernel writes it     [0, 64): 1
///   the copy fails: the kernel has not run                                          [0, 64): host
///
/// Not thread-safe. Each call throws std::bad_alloc, and leaves all as it was then.
class Contents {
 public:
  using ValidRange = ValidRanges::ValidRange;

  Contents(size_t bytes, MemorySet memories) : now_(bytes, memories) {}

  /// Takes notice of the copies that have ended. Called before any of the others, under the same
  /// lock.
  void refresh();
  /// Returns the parts of [begin, end) that are not current in the memory and that no copy brings
  /// there.
  [[nodiscard]] std::vector<ValidRange> stale(size_t begin, size_t end, uint32_t memory) const {
    return now_.stale(begin, end, memory);
  }
  /// Returns the copies without which [begin, end) is not current in the memory.
  [[nodiscard]] CopyList copies_behind(size_t begin, size_t end, uint32_t memory) const;
  /// [begin, end) has been copied to the memory; or will be, by a copy in `needs`.
  void add(size_t begin, size_t end, uint32_t memory, const CopyList& needs = {});
  /// [begin, end) is written in the memory by a command that runs only if these copies are made.
  void set(size_t begin, size_t end, uint32_t memory, const CopyList& needs = {});
  /// Returns how many claims there are: each call takes time in proportion.
  [[nodiscard]] size_t claims() const { return claims_.size(); }
  /// Returns true if set() would change nothing.
  [[nodiscard]] bool is_only_in(size_t begin, size_t end, uint32_t memory,
                                const CopyList& needs) const;

 private:
  /// Bytes in a memory.
  struct Span {
    size_t begin;
    size_t end;
    uint32_t memory;
    friend bool operator==(const Span&, const Span&) = default;
  };
  struct Claim {
    enum class Kind : uint8_t {
      copied,
      written,
      lost,  // should have been written: the bytes may be anything, unless they are nowhere else
    };
    Kind kind;
    Span span;
    CopyList needs;  // that have not ended
  };
  static void apply(const Claim& claim, ValidRanges& ranges);
  void push(const Span& span, Claim::Kind kind, const CopyList& needs);

  ValidRanges now_;
  // Without the claims; there while there are any.
  std::optional<ValidRanges> before_;
  std::vector<Claim> claims_;
};

}  // namespace cleave::model::memory

// Which processors the compute slices of several processes run on, so that they run on different
// ones where that is possible.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace cleave::backend::cpu {

/// Claims of this process on sets of processors, which the user's other processes see: as locks on
/// the bytes of a file, a byte for each processor. The system drops them when the process ends,
/// however it does, and a forked child has none. Claims may lie over each other: in layers, of
/// which each has bytes of its own.
///
/// Not thread-safe: its user locks. Sets that this process has claimed are not its concern.
class ProcessorClaims {
 public:
  /// `name` of the file: processes of the same name share processors.
  explicit ProcessorClaims(std::string name) : name_(std::move(name)) {}

  using Processors = std::vector<uint32_t>;  // numbers of the operating system, any order
  struct Claim {
    size_t choice = 0;     // the index of the set
    uint32_t layer = 0;    // how many others have claimed some of it before
    bool is_held = false;  // false: other processes cannot be told
  };
  /// Claims the one of these sets with the fewest layers of claims, the first among equals. Waits a
  /// tenth of a second at most, for other processes that are about to claim.
  [[nodiscard]] Claim claim(std::span<const Processors> choices);
  void release(const Processors& processors, const Claim& claim);

 private:
  [[nodiscard]] bool open();
  [[nodiscard]] bool lock(const Processors& processors, uint32_t layer);
  void unlock(const Processors& processors, uint32_t layer);

  const std::string name_;
  int file_ = -1;
  bool was_opened_ = false;
};

}  // namespace cleave::backend::cpu

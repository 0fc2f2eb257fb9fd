// Records the processors that the compute slices of several processes run on, so that they choose
// different ones where that is possible.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "topology/topology.h"

namespace cleave::backend::cpu::slices {

/// Claims of this process on sets of processors, which the user's other processes see: as locks on
/// the bytes of a file, a byte for each processor. The system drops them when the process ends,
/// however it does, and a forked child has none. Claims may lie over each other: in layers, of
/// which each has bytes of its own.
///
/// Not thread-safe: its user locks. Sets that this process has claimed are not its concern.
class ProcessorClaims {
 public:
  /// Processes share the processors of one machine, and those of one description of a machine.
  explicit ProcessorClaims(const topology::Machine& machine);

  using Processors = std::vector<uint32_t>;  // numbers of the operating system, any order
  struct Claim {
    size_t choice = 0;     // the index of the set
    uint32_t layer = 0;    // how many others have claimed some of it before, at least
    bool is_held = false;  // false: other processes cannot be told
    uint32_t opening = 0;  // of the file that has it
  };
  /// Claims the one of these sets, equally many processors each, that others have claimed least,
  /// the first among equals. Waits a tenth of a second at most, for other processes that are about
  /// to claim. If the claims of others cannot be read it is the first one, and standard error says
  /// why, once.
  [[nodiscard]] Claim claim(std::span<const Processors> choices);
  void release(const Processors& processors, const Claim& claim);

  /// Returns the other processes that have claimed some of the processors, each once, by process
  /// ID; 0 stands for those in another PID namespace, which cannot be seen. Returns none, and sets
  /// `problem`, where the file cannot be used.
  [[nodiscard]] std::vector<pid_t> holders(const Processors& processors, std::string& problem);

 private:
  [[nodiscard]] bool open(std::string& problem);
  [[nodiscard]] bool is_open();
  [[nodiscard]] size_t load(const Processors& processors, uint32_t layers) const;
  [[nodiscard]] bool lock(std::span<const uint32_t> processors, uint32_t layer);
  void unlock(std::span<const uint32_t> processors, uint32_t layer);

  const std::string name_;  // of the file
  int file_ = -1;
  uint32_t openings_ = 0;
  dev_t device_ = 0;  // with which it was opened last
  ino_t inode_ = 0;
  size_t held_ = 0;  // claims in it
  bool has_complained_ = false;
};

}  // namespace cleave::backend::cpu::slices

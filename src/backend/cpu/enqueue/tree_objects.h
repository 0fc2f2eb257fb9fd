// Finds the objects to which pointers point that children capture.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/cpu/code/bound_captures.h"
#include "backend/launch.h"
#include "compiler/interface/facts.h"

namespace cleave::backend::cpu::enqueue {

/// Objects of one child, without memory of their own.
struct CapturedObjects {
  static constexpr size_t most = 8;
  std::array<LaunchObject, most> list;
  size_t count = 0;

  friend bool operator==(const CapturedObjects& one, const CapturedObjects& other);
};

/// The memory that the launch of the host reaches, by its addresses, if some of it is so large that
/// children may stream to it, and the formats of its images. Immutable.
class TreeObjects {
 public:
  TreeObjects(const Launch& of_host, uint64_t streamed_bytes);
  /// True if no child has captures that matter.
  [[nodiscard]] bool is_empty() const { return is_empty_; }
  /// Returns what the pointers that a child captures point to, with their offsets in its arguments;
  /// nothing where one points elsewhere. `block`: its facts.
  [[nodiscard]] CapturedObjects captured_by(const compiler::interface::KernelFacts& block,
                                            const ArgumentBlock& arguments) const;
  /// Returns the formats of those of the launch's images that a child captures: their addresses lie
  /// in its literal.
  [[nodiscard]] code::BoundCaptures formats_captured_by(
      const compiler::interface::KernelFacts& block, const ArgumentBlock& arguments) const;

 private:
  struct AtAddress {
    uint64_t address;
    LaunchObject object;
  };

  struct ImageFormat {
    uint64_t address;  // of the image's descriptor
    uint64_t word;     // FormatWord
  };

  void read_images(const Launch& of_host);

  bool is_empty_ = true;
  std::vector<ImageFormat> images_;
  std::vector<AtAddress> objects_;  // of known size; none where all are small
};

}  // namespace cleave::backend::cpu::enqueue

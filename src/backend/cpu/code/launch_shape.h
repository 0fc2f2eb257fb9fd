// Finds the properties of a launch that generated code may rely on.
#pragma once

#include "backend/launch.h"

namespace cleave::backend::cpu::code {

/// Shapes of a launch, for code that relies on less of it and on more.
struct LaunchShapes {
  compiler::interface::LaunchShape general;  // of all its work-groups, whatever the local size
  compiler::interface::LaunchShape exact;    // of those of full size, with their local size
  bool has_smaller_groups = false;  // at the end of a dimension: exact code cannot run these

  friend auto operator<=>(const LaunchShapes&, const LaunchShapes&) = default;
};

/// Returns the number of work-items of a work-group that have frames: those of whole sub-groups,
/// with those that ragged rows add.
[[nodiscard]] uint64_t items_with_frames(const Launch& launch);

/// Returns the shapes of the launch, which are the same where it has large ids.
[[nodiscard]] LaunchShapes shapes_of(const Launch& launch);

}  // namespace cleave::backend::cpu::code

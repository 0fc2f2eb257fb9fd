// Finds the properties of a launch that generated code may rely on.
#pragma once

#include "backend/launch.h"

namespace cleave::backend::cpu {

/// Returns the shape of the launch, its local size included where all work-groups have that size.
[[nodiscard]] compiler::LaunchShape shape_of(const Launch& launch);

}  // namespace cleave::backend::cpu

// Parses the operands of instructions for debugging, and takes numbers and texts.
#pragma once

#include "spirv/debug_candidates.h"

namespace cleave::spirv {

/// Makes candidates of the module's instructions for debugging. Other operands than numbers and
/// texts are kept as ids.
void parse_debug_info(Draft& draft, DebugCandidates& candidates);

}  // namespace cleave::spirv

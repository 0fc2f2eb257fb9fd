// Walks through functions, where scopes and lines go on from one instruction to the next.
#pragma once

#include "spirv/debug_candidates.h"

namespace cleave::spirv {

/// Notes scopes and lines in the draft's tables. Drops scopes and variables of other functions.
void walk_debug_info(Draft& draft, DebugCandidates& candidates);

}  // namespace cleave::spirv

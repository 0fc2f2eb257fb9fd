// Resolves what the operands of instructions for debugging refer to.
#pragma once

#include "spirv/debug_candidates.h"

namespace cleave::spirv {

/// Resolves all candidates that are pending: each becomes good, or is dropped. Notes in the draft's
/// tables which function has which description.
void resolve_debug_info(Draft& draft, DebugCandidates& candidates);

}  // namespace cleave::spirv

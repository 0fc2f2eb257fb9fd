// Chooses the row of the memory table (docs/COMPILER.md) that widens a load or store. Emits
// nothing.
#pragma once

#include <optional>
#include <variant>

#include "compiler/pass/widen/access/contiguous_access.h"
#include "compiler/pass/widen/access/gather_access.h"
#include "compiler/pass/widen/access/gather_group_access.h"
#include "compiler/pass/widen/access/interleaved_access.h"
#include "compiler/pass/widen/access/near_access.h"
#include "compiler/pass/widen/access/table_access.h"
#include "compiler/pass/widen/access/transposed_access.h"
#include "compiler/pass/widen/access/uniform_access.h"
#include "compiler/pass/widen/access/versioned_access.h"
#include "compiler/pass/widen/access/xor_permuted_access.h"

namespace cleave::compiler::pass::widen::access {

/// The rows that widen the access of one part, in the order in which they are tried. A row has
///
///   match(access, facts)                          whether it is right, and its cost where that decides
///   write_remark(access, facts)                   the report's line
///   emit_load, emit_store(access, mask, emitter)  the code
using PartAccess =
    std::variant<UniformAccess, ContiguousAccess, InterleavedAccess, XorPermutedAccess, TableAccess,
                 VersionedAccess, NearAccess, GatherGroupAccess, GatherAccess>;

struct AccessPlan {
  std::optional<TransposedAccess> at_once;  // for all parts, where all of their lanes run
  PartAccess for_part;                      // for each part, otherwise
};

/// Returns nullopt if no row fits: the access has to be serialised.
[[nodiscard]] std::optional<AccessPlan> choose_access(const LaneAccess& access,
                                                      const MemoryFacts& facts);

}  // namespace cleave::compiler::pass::widen::access

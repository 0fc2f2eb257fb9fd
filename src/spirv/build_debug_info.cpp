// Keeps of the debug information of a module what is well-formed. The rest is left out with a
// warning: no result depends on it.
#include <algorithm>
#include <utility>

#include "spirv/debug_candidates.h"
#include "spirv/debug_references.h"
#include "spirv/debug_walk.h"
#include "spirv/parse_debug_info.h"
#include "spirv/parser.h"

namespace cleave::spirv {
namespace {

bool is_about_debugging(const std::pair<uint32_t, ExtendedInstructionSet>& set) {
  return set.second == ExtendedInstructionSet::opencl_debug_info ||
         set.second == ExtendedInstructionSet::shader_debug_info;
}

void keep_good_ones(ModuleTables& tables, DebugCandidates& candidates) {
  for (DebugCandidate& candidate : candidates.all()) {
    if (candidate.state != DebugCandidate::State::good) continue;
    tables.debug_indices[tables.slots.of(candidate.entry.id)] = tables.debug_entries.size();
    tables.debug_entries.push_back(std::move(candidate.entry));
  }
}

}  // namespace

void build_debug_info(Draft& draft) {
  if (std::ranges::none_of(draft.tables.sets, is_about_debugging)) return;
  DebugCandidates candidates(draft);
  parse_debug_info(draft, candidates);
  resolve_debug_info(draft, candidates);
  walk_debug_info(draft, candidates);
  keep_good_ones(draft.tables, candidates);
}

}  // namespace cleave::spirv

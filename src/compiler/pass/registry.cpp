#include "compiler/pass/registry.h"

#include <algorithm>

#include "compiler/pass/early/guard_division.h"
#include "compiler/pass/early/verify_canonical.h"
#include "compiler/pass/late/align_streams.h"
#include "compiler/pass/late/chain_rows.h"
#include "compiler/pass/late/divide_by_constants.h"
#include "compiler/pass/late/divide_in_fp.h"
#include "compiler/pass/late/estimate_quotients.h"
#include "compiler/pass/late/isel_workarounds.h"
#include "compiler/pass/late/load_before_atomic_minmax.h"
#include "compiler/pass/late/lower_fminmax.h"
#include "compiler/pass/late/lower_half.h"
#include "compiler/pass/late/optimise.h"
#include "compiler/pass/late/split_gathers.h"
#include "compiler/pass/late/unmask_accesses.h"
#include "compiler/pass/late/use_scalef.h"
#include "compiler/pass/lowering/add_context_parameters.h"
#include "compiler/pass/lowering/approximate_functions.h"
#include "compiler/pass/lowering/bind_images.h"
#include "compiler/pass/lowering/combine_sincos.h"
#include "compiler/pass/lowering/freeze_conversions.h"
#include "compiler/pass/lowering/inline_calls.h"
#include "compiler/pass/lowering/inline_synchronising.h"
#include "compiler/pass/lowering/link_builtins.h"
#include "compiler/pass/lowering/lower_arguments.h"
#include "compiler/pass/lowering/lower_arithmetic.h"
#include "compiler/pass/lowering/lower_blocks.h"
#include "compiler/pass/lowering/lower_driver_calls.h"
#include "compiler/pass/lowering/lower_images.h"
#include "compiler/pass/lowering/lower_local_memory.h"
#include "compiler/pass/lowering/lower_opaque_types.h"
#include "compiler/pass/lowering/lower_printf.h"
#include "compiler/pass/lowering/lower_program_scope.h"
#include "compiler/pass/lowering/merge_groups.h"
#include "compiler/pass/lowering/retarget.h"
#include "compiler/pass/lowering/single_item_groups.h"
#include "compiler/pass/progress/insert_yields.h"
#include "compiler/pass/progress/serialise_locks.h"
#include "compiler/pass/regions/form_regions.h"
#include "compiler/pass/simplify/choose_lanes.h"
#include "compiler/pass/simplify/fold_int_fp_casts.h"
#include "compiler/pass/simplify/form_selects.h"
#include "compiler/pass/simplify/hoist_loads.h"
#include "compiler/pass/simplify/interleave_private.h"
#include "compiler/pass/simplify/mark_streams.h"
#include "compiler/pass/simplify/merge_loop_exits.h"
#include "compiler/pass/simplify/narrow_indices.h"
#include "compiler/pass/simplify/promote_locations.h"
#include "compiler/pass/simplify/scalarise.h"
#include "compiler/pass/simplify/simplify.h"
#include "compiler/pass/simplify/sink_common_stores.h"
#include "compiler/pass/simplify/undo_strength_reduction.h"
#include "compiler/pass/simplify/unroll_loops.h"
#include "compiler/pass/widen/widen.h"

namespace cleave::compiler::pass {
namespace {

constexpr PassDescription passes[] = {
#define CLEAVE_PASS(room, name, need, summary) {#name, room::name, Need::need, summary},
#include "compiler/pass/passes.def"
#undef CLEAVE_PASS
};

}  // namespace

std::span<const PassDescription> all_passes() {
  return passes;
}

const PassDescription* find_pass(std::string_view name) {
  const auto* found = std::ranges::find(passes, name, &PassDescription::name);
  return found == std::end(passes) ? nullptr : found;
}

}  // namespace cleave::compiler::pass

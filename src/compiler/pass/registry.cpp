#include "compiler/pass/registry.h"

#include <algorithm>

#include "compiler/pass/avoid_wrong_selection.h"
#include "compiler/pass/form_regions.h"
#include "compiler/pass/give_way.h"
#include "compiler/pass/guard_division.h"
#include "compiler/pass/inline_calls.h"
#include "compiler/pass/inline_synchronising.h"
#include "compiler/pass/interleave_private.h"
#include "compiler/pass/link_builtins.h"
#include "compiler/pass/lower_arguments.h"
#include "compiler/pass/lower_events.h"
#include "compiler/pass/lower_half.h"
#include "compiler/pass/lower_local_memory.h"
#include "compiler/pass/lower_printf.h"
#include "compiler/pass/lower_program_scope.h"
#include "compiler/pass/lower_scaling.h"
#include "compiler/pass/merge_stores.h"
#include "compiler/pass/narrow_indices.h"
#include "compiler/pass/optimise.h"
#include "compiler/pass/retarget.h"
#include "compiler/pass/scalarise.h"
#include "compiler/pass/simplify.h"
#include "compiler/pass/thread_context.h"
#include "compiler/pass/unroll_loops.h"
#include "compiler/pass/verify_canonical.h"
#include "compiler/pass/widen.h"

namespace cleave::compiler::pass {
namespace {

constexpr PassDescription passes[] = {
#define CLEAVE_PASS(name, need, summary) {#name, name, Need::need, summary},
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

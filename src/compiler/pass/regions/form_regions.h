// form_regions
//   What: a kernel's work for one work-item becomes an entry that runs a whole work-group: regions
//     between barriers; in each a loop over sub-groups; what lives across a barrier is kept in
//     frames, off the stack. PassOptions::lanes says how a sub-group runs: its W lanes in a loop,
//     or by a function for one lane that `widen` makes one for all.
//   Requires: add_context_parameters (only the body asks for ids, in few forms); no switch is
//   special. Establishes: each kernel `k` is `void __cleave_kernel_k(ptr context)` with the
//   attribute
//     "cleave-frame-bytes"; no function of the lane interface is called any more.
//
//   entry:   next = 0
//   group:   for each sub-group { state = next
//              do state = region[state](context, sub-group) while state is after a sub-group
//              barrier if (state != returned) arrived = state }
//            next = arrived; again unless every sub-group has returned
//
//   Where no sub-group goes on alone, which region follows which is control flow of the entry; what
//   all work-items share crosses barriers in variables of the entry; and sub-groups that a region
//   has nothing for are not visited (active_bound.h).
//
//   Work-items that returned before a barrier are skipped from then on, as programs expect although
//   the language does not promise it.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string form_regions(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

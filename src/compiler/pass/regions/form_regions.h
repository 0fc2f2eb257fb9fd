// form_regions
//   What: turns a kernel's work for one work-item into an entry that runs a whole work-group:
//     regions between barriers, and in each a loop over sub-groups. Values that are live across a
//     barrier are kept in frames, off the stack. PassOptions::lanes decides how a sub-group runs:
//     its W lanes in a loop, or as a lane function, which `widen` makes run all lanes.
//   Requires: add_context_parameters: only the kernel's body calls lane intrinsics, and few of
//     them. Switches are allowed.
//   Establishes: each kernel `k` is `void __cleave_kernel_k(ptr context)` with the attribute
//     "cleave-frame-bytes"; nothing but lane functions calls lane intrinsics any more.
//
//   entry:   next = 0
//   group:   for each sub-group {
//              state = next
//              do state = region[state](context, sub-group)
//              while state is after a sub-group barrier
//              if (state != returned) arrived = state
//            }
//            next = arrived; again unless every sub-group has returned
//
//   If no sub-group goes on alone, the order of regions is control flow of the entry, values that
//   all work-items share cross barriers in variables of the entry, and sub-groups without work in a
//   region are skipped (active_bound.h).
//
//   Work-items that returned before a barrier are skipped from then on, as programs expect although
//   the language does not promise it.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::regions {

[[nodiscard]] std::string form_regions(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::regions

// insert_yields
//   What: in kernels that may wait (may_wait_attribute), loops that may wait count their turns and
//     now and then let other sub-groups of the work-group run: ForwardProgress::yield. A turn
//     that is the loop's last is not counted, and one that passes a work-group barrier is none to
//     wait in.
//   Requires: built-ins linked, loops simple (they are judged by values; where variables are in
//     memory more of them seem to wait).
//   Establishes: kernels that have or call such a loop have has_yield_attribute. All others are as
//     they were.
#pragma once

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string insert_yields(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

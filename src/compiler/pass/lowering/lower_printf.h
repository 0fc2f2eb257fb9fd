// lower_printf
//   What: lowers each call of printf to a record (compiler/interface/printf_record.h) in the
//     launch's PrintfRing. printf returns 0, or -1 when there is no ring or no room; the ring
//     counts the latter.
//   Requires: functions that synchronise are inlined.
//   Establishes: nothing calls printf; its former callers use the lane intrinsic `context`.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_printf(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering

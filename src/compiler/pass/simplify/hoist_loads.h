// hoist_loads
//   What: moves loads of what a launch never changes (arguments, fields of images' descriptors) to
//     the beginning of their function, whatever they depend on there: they may leave the loops over
//     sub-groups then, which LLVM only does with loads that are known to be made.
//   Requires: functions for one lane (form_regions), whose first argument is the launch's context.
//   Establishes: nothing.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string hoist_loads(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify

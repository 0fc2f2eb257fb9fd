// lower_program_scope
//   What: replaces program-scope variables of the global address space by addresses in the memory
//     that LaunchContext::program_scope points to, so that all kernels of a program share them on a
//     device.
//   Requires: a program that was laid out as a whole (program_scope_attribute); kernels call only
//     functions of the module.
//   Establishes: no variable with that attribute is left.
#pragma once

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_program_scope(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering

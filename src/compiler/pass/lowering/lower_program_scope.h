// lower_program_scope
//   What: program-scope variables of the global address space become places in the memory that the
//     launch names, so that all kernels of a program see the same ones on a device.
//   Requires: a program that was laid out as a whole (program_scope_attribute); kernels that call
//     nothing which is not in the module.
//   Establishes: no variable with that attribute is left.
#pragma once

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_program_scope(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

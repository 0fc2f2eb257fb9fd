// inline_calls
//   What: inlines every call, so that all code of a kernel can be widened. If a kernel would become
//     far too large to compile, long functions with several callers stay calls, which are
//     serialised; if its private variables would be too many, those with most (choose_calls.h).
//   Requires: built-ins linked; no recursion.
//   Establishes: functions that synchronise are in kernels only (inline_synchronising.h).
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string inline_calls(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering

// lower_driver_calls
//   What: calls the functions of the driver (interface/driver_calls.def) by the addresses in the
//     launch's DriverCalls.
//   Requires: built-ins linked; opaque types lowered.
//   Establishes: no function of that table is left; asks for the context.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_driver_calls(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering

// lower_events
//   What: replaces events (event_t), the only values of the language whose type no processor has,
//     by integers. wait_group_events waits for all copies, so the number has no meaning: 0.
//   Requires: built-ins linked: they take and return events.
//   Establishes: no value, argument or variable is of type target("spirv.Event").
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_events(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

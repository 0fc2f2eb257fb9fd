// lower_events
//   What: makes numbers of events (event_t), the language's only values of a type that no processor
//     has. What waits for them waits for all copies, so a number says nothing: 0.
//   Requires: built-ins linked: they take and return events.
//   Establishes: no value, argument or place in memory is of type target("spirv.Event").
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_events(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

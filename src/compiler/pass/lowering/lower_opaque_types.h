// lower_opaque_types
//   What: replaces values of the language's own types, which no processor has: events (event_t) and
//     reservation ids (reserve_id_t) by integers, pipes by the address of their memory
//     (builtins/pipe_memory.h), images by the address of their descriptor and samplers by their
//     bits (builtins/image_memory.h). wait_group_events waits for all copies, so the number of an
//     event has no meaning: 0.
//   Requires: built-ins linked: they take and return events, and ask for descriptors and bits.
//   Establishes: no value, argument or variable is of such a type.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string lower_opaque_types(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering

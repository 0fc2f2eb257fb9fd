// add_context_parameters
//   What: a function that is called, not inlined, and asks for the launch or the work-item gets
//     them as further parameters: (…, ptr context, i32 linear local id, i64 x, i64 y, i64 z).
//     Questions about the launch and the work-group become loads from the context everywhere,
//     kernels included.
//   Requires: lower_arguments; barriers and exchange memory in kernels only.
//   Establishes: only kernel bodies ask for the context and the work-item, and only for these:
//     context, local_id with a constant dimension, local_linear_id, sub_group_size; barriers and
//     exchange memory stay as they were.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string add_context_parameters(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

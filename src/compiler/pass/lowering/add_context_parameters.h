// add_context_parameters
//   What: adds parameters to called functions that use lane intrinsics: (…, ptr context, i32 linear
//     local id, i64 x, i64 y, i64 z). Lane intrinsics about the launch and the work-group become
//     loads from the context everywhere, in kernels too.
//   Requires: lower_arguments; barriers and exchange memory in kernels only.
//   Establishes: only kernel bodies call lane intrinsics, and only these: context, local_id with a
//     constant dimension, local_linear_id, sub_group_size, barriers and exchange memory.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string add_context_parameters(llvm::Module& module,
                                                 const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering

// sink_common_stores
//   What: where every way into a block ends with a store to one place, the block stores instead
//     what each of them brings.
//   Requires: simplify, so that such ways end in one block.
//   Establishes: nothing that is required; where lanes part and all of them store before they meet,
//     one store without a mask is left of several with one.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string sink_common_stores(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

// simplify
//   What: LLVM's cheap clean-ups: private scalars into registers, common expressions once, empty
//     blocks away.
//   Requires: nothing. Barrier calls are convergent, so no clean-up moves or copies them wrongly.
//   Establishes: nothing that later passes need (private arrays are noted for the report first);
//   regions keep much less alive across barriers.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string simplify(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

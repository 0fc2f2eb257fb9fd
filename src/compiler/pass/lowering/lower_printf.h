// lower_printf
//   What: each call of printf writes one record (compiler/interface/printf_record.h) into the
//     launch's PrintfRing; it returns 0, or -1 when there is no ring or no room, which is counted.
//   Requires: synchronising functions inlined.
//   Establishes: printf is not called; what called it asks for the context instead.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass {

[[nodiscard]] std::string lower_printf(llvm::Module& module, const PassOptions& options);

}  // namespace cleave::compiler::pass

// freeze_conversions
//   What: freezes conversions of floating-point numbers to integers: one that is out of range gives
//     an unspecified value, the same to all who use it.
//   Requires: link_builtins, whose functions convert too; runs before any optimisation, which would
//     take what follows from such a number for undefined.
//   Establishes: no fptosi or fptoui of the module, and no constant that clang has made of one,
//     hands on poison.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::lowering {

[[nodiscard]] std::string freeze_conversions(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::lowering

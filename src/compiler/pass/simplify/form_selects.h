// form_selects
//   What: turns a divergent branch around a few cheap operations, or between two such arms, into
//     selects: `if (a > b) b = (a + b) / 2` computes the sum in any case and chooses. Modules of
//     SPIR-V have branches where compilers for other processors think that a select waits for too
//     much; programs have them for borders: `if (x < 0) x = -x; else if (x >= w) x -= w`.
//   Requires: functions for one lane (form_regions).
//   Establishes: nothing that later passes need. widen has no masks to keep for such a branch.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::simplify {

[[nodiscard]] std::string form_selects(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::simplify

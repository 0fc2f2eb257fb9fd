// align_streams
//   What: lets nontemporal stores find their alignment, without which processors have none.
//
//       store <16 x float> %v, ptr %p, align 4, !nontemporal
//
//     becomes three behind checks of the address: one that is aligned and nontemporal, pieces of 16
//     bytes that are so where the address is a multiple of 16, as malloc gives it, and a plain one.
//     There is no check if the address is known to be aligned. Stores for which there is no such
//     instruction become plain.
//   Requires: nothing that moves stores, or makes one of several, runs after it.
//   Establishes: every nontemporal store has a vector register's alignment, or the whole vector's.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::late {

[[nodiscard]] std::string align_streams(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::late

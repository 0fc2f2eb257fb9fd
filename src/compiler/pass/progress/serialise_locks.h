// serialise_locks
//   What: serialises the regions of spin_locks.h: each lane spins, runs what the lock guards and
//     releases it before the next lane begins. Lanes that ran together would wait for each other
//     for ever, since those that have won release the lock behind the loop that the others spin in.
//     Nothing changes for one lane by itself.
//   Requires: lane functions.
//   Establishes: every such region is in a loop over the lanes, of which each iteration runs it for
//     one lane.
#pragma once

#include "compiler/pass/ir/pass.h"

namespace cleave::compiler::pass::progress {

[[nodiscard]] std::string serialise_locks(llvm::Module& module, const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::progress

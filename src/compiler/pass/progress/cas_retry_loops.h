// Loops that try an update again when another work-item's came between: a compare-exchange with the
// value that was found at its place. They look like a lock that is spun on, but wait for nobody:
// alone, from whatever memory holds, each ends after one more turn.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace cleave::compiler::pass {

/// Is every turn of the loop but its first one due to a compare-exchange that failed although it
/// expected what had been found at its place since the turn before? Then somebody else has changed
/// that place meanwhile, and got on. Other ways out of the loop do no harm; another way round (`if
/// (found == taken) continue;`) does, and so does a number that is expected whatever was found.
/// Nothing else in the loop may write or wait; inner loops are judged by themselves.
[[nodiscard]] bool only_tries_again(const llvm::Loop& loop, const llvm::LoopInfo& loops);

}  // namespace cleave::compiler::pass

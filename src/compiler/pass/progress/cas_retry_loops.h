// Recognises loops that repeat a compare-exchange until it succeeds, with the value found at its
// location. They look like a lock that is spun on, but are lock-free: without other work-items each
// ends after one more iteration, whatever memory holds.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

namespace cleave::compiler::pass::progress {

/// Returns true if every iteration but the first follows a compare-exchange that failed although it
/// expected a value read from its location since the iteration before. Another work-item has then
/// changed the location and made progress. Other exits of the loop are allowed. Another back edge
/// (`if (found == taken) continue;`) is not, and neither is an expected value that was not read
/// from the location. Nothing else in the loop may write or wait; inner loops are judged by
/// themselves.
[[nodiscard]] bool only_tries_again(const llvm::Loop& loop, const llvm::LoopInfo& loops);

}  // namespace cleave::compiler::pass::progress

// Finds spin locks that several lanes of a sub-group may want: a loop that exchanges until it wins,
// and behind the loop the release of the same location. Lanes that run together leave such a loop
// only when all have won, and the winner releases only behind it.
//
//   begin:    ...                              begin:    the last instruction before the lock
//   spin:     old = cmpxchg lock, 0, 1
//             br old == 0, section, spin
//   section:  ...
//             atomicrmw xchg lock, 0           end:      the first instruction behind the release
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <optional>

namespace cleave::compiler::pass::progress {

/// Instructions from `begin` to before `end`: every path from `begin` passes `end`, and enters what
/// lies between at `begin`. Both are in the same loop, or in none.
struct LockedRegion {
  llvm::Instruction* begin;
  llvm::Instruction* end;
  llvm::Instruction* attempt;  // the exchange that is spun on
  llvm::Instruction* release;  // one of those that give the location back
};

/// Returns true for an exchange, and for a compare-exchange that is no load (it writes something
/// else than what it expects).
[[nodiscard]] bool is_exchange(const llvm::Instruction& instruction);

/// Returns the region of the first exchange that `is_done` does not hold for and that has one;
/// nullopt: none. Requires regular control flow (regular_control.h) and analyses of one manager.
/// Leaves out a lock whose release is not found, or with a barrier or a collective before it, and
/// retries of a compare-exchange (cas_retry_loops.h), which need nobody to release anything.
[[nodiscard]] std::optional<LockedRegion> find_locked_region(
    llvm::Function& function, const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
    llvm::ScalarEvolution& evolution, llvm::function_ref<bool(const llvm::Instruction&)> is_done);

}  // namespace cleave::compiler::pass::progress

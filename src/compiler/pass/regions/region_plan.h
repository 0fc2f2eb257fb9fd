// Splits a kernel into regions at its barriers: the analysis of form_regions.
//
// A barrier ends a block, and the block after it is a continuation. A region is a continuation (the
// entry is continuation 0) and every block reachable from it without crossing a barrier; a block
// may belong to several regions. The control flow needs no structure: barriers may be in loops,
// branches and switches, as long as all work-items that they concern arrive.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <set>
#include <vector>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::regions {

/// Return value of a region function when every lane has returned from the kernel.
inline constexpr uint32_t returned = UINT32_MAX;

/// A block where execution resumes after a barrier.
struct Continuation {
  llvm::BasicBlock* block;
  ir::LaneIntrinsic barrier;  // which kind leads here; context for the entry, where none does

  /// Returns true if only lanes of one sub-group wait for each other there.
  [[nodiscard]] bool is_of_sub_group() const {
    return barrier == ir::LaneIntrinsic::sub_group_barrier ||
           barrier == ir::LaneIntrinsic::active_barrier;
  }
};

/// A value that is live across some barrier. plan_regions() gives it a variable of its own.
struct CrossingValue {
  llvm::AllocaInst* variable;
  llvm::BitVector live_at;   // continuations
  bool is_uniform = false;   // the same for all work-items of the work-group
  bool is_computed = false;  // from ids, by arithmetic alone
};

/// The code that runs from a continuation until a barrier is reached.
struct Region {
  /// A crossing value that the region reads or changes.
  struct UsedValue {
    unsigned index;  // in RegionPlan::values
    bool is_changed;
  };
  std::vector<llvm::BasicBlock*> blocks;     // the continuation first
  std::vector<UsedValue> values;             // by index
  std::vector<llvm::AllocaInst*> variables;  // others that it accesses, in the kernel's order
};

struct RegionPlan {
  std::vector<Continuation> continuations;
  std::vector<Region> regions;  // by their continuations
  std::map<const llvm::BasicBlock*, unsigned>
      exits;  // a block that ends at a barrier: the continuation
  std::vector<CrossingValue> values;
  std::vector<llvm::AllocaInst*> variables;  // private variables that outlive their region
  bool skips_returned = false;  // a work-item may return while others go on to a barrier
  // Lanes of a sub-group may be at different barriers: each records its own. Those at the
  // continuation with the lowest number resume, because they may still reach the others:
  // continuations are numbered in the order of control flow, loops before what is behind them,
  // work-group barriers last.
  bool lanes_part = false;
  bool meets_together = false;  // which barrier comes next is the same for all work-items
  // Nothing in the whole kernel orders reads and writes of different work-items.
  bool is_unordered = false;

  [[nodiscard]] bool single() const { return continuations.size() == 1; }
};

/// Returns the possible results of a region: continuations, and `returned`.
[[nodiscard]] std::set<uint32_t> outcomes(const RegionPlan& plan, unsigned index);

/// Splits the kernel's blocks at barriers and removes the barrier calls. Rematerialises values that
/// are cheap and the same in all regions (addresses of arguments, ids), and gives all other
/// crossing values variables. `lanes_run_together` (codegen mode vector): sub-group barriers need
/// no region, and the plan finds uniform values; control flow becomes that of regular_control.h.
[[nodiscard]] RegionPlan plan_regions(llvm::Function& kernel, bool lanes_run_together);

}  // namespace cleave::compiler::pass::regions

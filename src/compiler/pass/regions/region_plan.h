// How a kernel falls into regions: the analysis behind form_regions.
//
// A barrier ends a block, and the block after it is a continuation. A region is a continuation (the
// entry is continuation 0) and every block that it reaches without crossing a barrier; blocks may
// belong to several regions. This needs no structure of the control flow: barriers may stand in
// loops, branches and switches, as long as all work-items that they concern arrive.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <map>
#include <set>
#include <vector>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass {

/// What a region answers instead of a continuation: the sub-group has returned.
inline constexpr uint32_t returned = UINT32_MAX;

/// Where execution goes on after a barrier.
struct Continuation {
  llvm::BasicBlock* block;
  LaneIntrinsic barrier;  // which kind leads here; context for the entry, where none does

  /// Do only lanes of one sub-group wait for each other there?
  [[nodiscard]] bool is_of_sub_group() const {
    return barrier == LaneIntrinsic::sub_group_barrier || barrier == LaneIntrinsic::active_barrier;
  }
};

/// A value that some barrier finds alive. It has been turned into a variable of its own.
struct CrossingValue {
  llvm::AllocaInst* variable;
  llvm::BitVector live_at;  // continuations
  bool is_uniform = false;  // the same for all work-items of the work-group
};

/// What runs from a continuation on, until a barrier is reached.
struct Region {
  /// A crossing value that the region reads or changes.
  struct Value {
    unsigned index;  // in RegionPlan::values
    bool is_changed;
  };
  std::vector<llvm::BasicBlock*> blocks;     // the continuation first
  std::vector<Value> values;                 // by index
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
  // Lanes of a sub-group may be at different barriers: each notes at which. Those at the
  // continuation with the lowest number go on, because the others may still be reached by them:
  // continuations are numbered in the order of control flow, loops before what is behind them,
  // work-group barriers last.
  bool lanes_part = false;
  bool meets_together = false;  // which barrier comes next is the same for all work-items

  [[nodiscard]] bool single() const { return continuations.size() == 1; }
};

/// Where a sub-group may be after the region: continuations, and `returned`.
[[nodiscard]] std::set<uint32_t> outcomes(const RegionPlan& plan, unsigned index);

/// Splits the kernel's blocks at barriers, removes the barrier calls, computes again where it is
/// used what is cheap and the same in all regions (addresses of arguments, ids), and makes
/// variables of all other values that cross.
/// `lanes_run_together`: sub-group barriers wait for nobody, and the plan finds out what is the
/// same for all work-items; control flow then becomes that of regular_control.h.
[[nodiscard]] RegionPlan plan_regions(llvm::Function& kernel, bool lanes_run_together);

}  // namespace cleave::compiler::pass

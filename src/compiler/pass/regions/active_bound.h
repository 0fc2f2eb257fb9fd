// Bounds the ids for which a region of a kernel has work. In
//   if (get_local_id(0) < s) …; barrier(…);
// sub-groups from s on do nothing, so the loop over sub-groups can end at s. The bound is found by
// following a work-item with an id beyond all bounds through the region: every comparison of the id
// that leads it past work gives an upper bound; uniform branches stay.
#pragma once

#include <llvm/IR/Function.h>

#include <optional>

#include "compiler/pass/regions/frame_layout.h"
#include "compiler/pass/regions/region_plan.h"

namespace cleave::compiler::pass::regions {

struct ActiveBound {
  /// i32 limit(ptr context), or (ptr context, ptr before) as for build_region. Work-items whose id
  /// is at least its result write nothing in this region that others, or they later, could read,
  /// except for values that all work-items share. Called before the region runs; writes nothing.
  /// nullptr: the result is 0.
  llvm::Function* function;
  enum class Of : uint8_t { x, y, items, work_group } of;  // work_group: of every id; 0 or none
};

/// Builds the bound of region `index`; nullopt where no bound was found and all sub-groups have to
/// run.
[[nodiscard]] std::optional<ActiveBound> build_active_bound(llvm::Function& kernel,
                                                            const RegionPlan& plan,
                                                            const FrameLayout& frame,
                                                            unsigned index);

}  // namespace cleave::compiler::pass::regions

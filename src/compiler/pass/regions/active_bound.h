// Up to which id a region of a kernel has work for its sub-groups. In
//   if (get_local_id(0) < s) …; barrier(…);
// sub-groups beyond s do nothing, so the loop over them may end at s. What they would do is found
// by following a work-item with an id beyond all bounds: on its way, every comparison of the id
// that turns it away from work sets a limit; branches that all work-items take together stay.
#pragma once

#include <llvm/IR/Function.h>

#include <optional>

#include "compiler/pass/regions/frame_layout.h"
#include "compiler/pass/regions/region_plan.h"

namespace cleave::compiler::pass {

struct ActiveBound {
  /// i32 limit(ptr context), or (ptr context, ptr before) as build_region says: work-items whose id
  /// is at least the answer write nothing in this region that others, or they later, could see, but
  /// for what all work-items share. It is asked before the region runs, and itself writes nothing.
  /// Null: the answer is 0.
  llvm::Function* function;
  enum class Of : uint8_t { x, y, items, work_group } of;  // work_group: of every id; 0 or none
};

/// For region `index`; nothing where all sub-groups have to be visited, as far as can be seen.
[[nodiscard]] std::optional<ActiveBound> build_limit(llvm::Function& kernel, const RegionPlan& plan,
                                                     const FrameLayout& frame, unsigned index);

}  // namespace cleave::compiler::pass

// Lays out the memory of values that are live across barriers. A uniform value has one variable for
// the work-group, in the kernel's entry. The others have slots in LaunchContext::frames, off the
// stack:
//
//   [ sub-group 0: slot a of lanes 0 … W-1, slot b of lanes 0 … W-1, … ]
//   [ sub-group 1: … ]
//   [ work-group exchange: 16 bytes for each work-item, by linear id ]   if it is used
//
// If the whole work-group runs as one, and its slots are few, they are a variable of the entry in
// place of LaunchContext::frames: no loop over sub-groups stands between a store and its load, so
// that LLVM keeps the values in registers.
//
// The exchange memory comes last: a slot may need all of the frames' 128-byte alignment, and 16
// bytes for each of four lanes would break it.
// The slots of one value are contiguous over the lanes, so that they are one vector.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <map>

#include "compiler/pass/regions/region_plan.h"

namespace cleave::compiler::pass::regions {

inline constexpr uint64_t frame_alignment = 128;  // of LaunchContext::frames

/// One value per lane.
struct FrameSlot {
  uint64_t offset = 0;  // in the sub-group's frame, for W = 1: multiply by W
  uint64_t stride = 0;  // from lane to lane
};

struct FrameLayout {
  std::map<const llvm::AllocaInst*, FrameSlot> slots;  // by variable, if it is not shared
  // Members of shared_type, by the variable of a uniform value.
  std::map<const llvm::AllocaInst*, unsigned> shared;
  llvm::StructType* shared_type = nullptr;  // null: there are none
  FrameSlot returned;  // one byte: the work-item has returned; only if plan.skips_returned
  FrameSlot
      arrived;  // four bytes: the continuation where the work-item resumes; only if plan.lanes_part
  FrameSlot exchange;                 // 16 bytes: the sub-group's exchange memory
  uint64_t group_exchange_bytes = 0;  // for each work-item, after all sub-groups; 16 or 0
  uint64_t sub_group_bytes = 0;       // for each work-item, in the sub-group's frame
  bool in_entry = false;              // frames are a variable of the kernel's entry

  [[nodiscard]] uint64_t bytes_per_item() const { return group_exchange_bytes + sub_group_bytes; }
};

/// Returns the layout for the values of the plan and for the exchange memory that the kernel uses.
/// `width` is W.
[[nodiscard]] FrameLayout lay_out_frame(const llvm::Function& kernel, const RegionPlan& plan,
                                        uint32_t width);

}  // namespace cleave::compiler::pass::regions

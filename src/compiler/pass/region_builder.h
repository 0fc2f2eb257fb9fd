// Makes one region of a kernel into a function: loops over the lanes of one sub-group.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/pass/frame_layout.h"
#include "compiler/pass/region_plan.h"

namespace cleave::compiler::pass {

/// What a region function answers instead of a head: the sub-group has ended.
inline constexpr uint32_t ended = UINT32_MAX;

/// i32 region(ptr context, i32 sub_group): runs region `index` for every lane of the sub-group, one
/// after another, and answers which head its lanes have arrived at, or `ended` when all returned.
/// The kernel stays as it is: its blocks are copied.
[[nodiscard]] llvm::Function* build_region(llvm::Function& kernel, const RegionPlan& plan,
                                           const FrameLayout& frame, unsigned index,
                                           uint32_t sub_group_size);

/// Marks a loop that `repeat` goes round, whose body is a region or a lane of one: copies of it
/// would gain next to nothing, and take longest of all to compile.
void keep_rolled(llvm::Instruction* repeat);

/// The number of work-items of the running work-group, i32.
[[nodiscard]] llvm::Value* work_item_count(llvm::IRBuilderBase& builder, llvm::Value* context);

}  // namespace cleave::compiler::pass

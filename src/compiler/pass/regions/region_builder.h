// Makes one region of a kernel into a function: loops over the lanes of one sub-group.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/pass/ir/pass.h"
#include "compiler/pass/regions/frame_layout.h"
#include "compiler/pass/regions/region_plan.h"

namespace cleave::compiler::pass {

/// i32 region(ptr context, i32 sub_group): runs region `index` for every lane of the sub-group, one
/// after another, and answers which continuation its lanes have arrived at, or `returned` when all
/// returned. Where lanes run together it is a lane function for `widen` (widen.h) instead of a loop
/// over them; in rows it is told where the first lane stands: (…, i32 x, i32 y, i32 z). If values
/// that all work-items share cross barriers, it is told where they are, and where to leave those
/// that live on: (…, ptr before, ptr after), both FrameLayout::shared_type. The kernel stays as it
/// is: its blocks are copied.
[[nodiscard]] llvm::Function* build_region(llvm::Function& kernel, const RegionPlan& plan,
                                           const FrameLayout& frame, unsigned index,
                                           const PassOptions& options);

/// Marks a loop that `repeat` goes round, whose body is a region or a lane of one: copies of it
/// would gain next to nothing, and take longest of all to compile.
void keep_rolled(llvm::Instruction* repeat);

/// The size of the running work-group in a dimension, i32: sizes are at most that of the largest
/// work-group, so that 32 bits hold their products too. A constant where the options say it.
[[nodiscard]] llvm::Value* local_size(llvm::IRBuilderBase& builder, llvm::Value* context,
                                      unsigned dimension, const PassOptions& options);

}  // namespace cleave::compiler::pass

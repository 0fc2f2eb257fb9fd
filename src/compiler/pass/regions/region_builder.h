// Builds the function of one region: a loop over the lanes of a sub-group, or a lane function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/pass/ir/pass.h"
#include "compiler/pass/regions/frame_layout.h"
#include "compiler/pass/regions/region_plan.h"

namespace cleave::compiler::pass::regions {

/// Builds i32 region(ptr context, i32 sub_group). It runs region `index` for every lane of the
/// sub-group, one after another, and returns the continuation at which its lanes have arrived, or
/// `returned` if all have returned from the kernel. In codegen mode vector it is a lane function
/// for `widen` instead of a loop. In rows it also takes the ids of the first lane: (…, i32 x, i32
/// y, i32 z), and then the address of the frames if FrameLayout::in_entry: (…, ptr frames). If
/// uniform values cross barriers, it takes their addresses, and those to store the values that live
/// on: (…, ptr before, ptr after), both of FrameLayout::shared_type. Copies the blocks of the
/// kernel, which is not changed.
[[nodiscard]] llvm::Function* build_region(llvm::Function& kernel, const RegionPlan& plan,
                                           const FrameLayout& frame, unsigned index,
                                           const ir::PassOptions& options);

/// Forbids unrolling of the loop whose back edge is `repeat` and whose body is a region, or a lane
/// of one: copies would gain next to nothing and take longest of all to compile.
void keep_rolled(llvm::Instruction* repeat);

/// Returns the size of the running work-group in a dimension, an i32: a size is at most that of the
/// largest work-group, so 32 bits hold the products too. A constant if the options have it.
[[nodiscard]] llvm::Value* local_size(llvm::IRBuilderBase& builder, llvm::Value* context,
                                      unsigned dimension, const ir::PassOptions& options);

/// Returns how many sub-groups a row of work-items has, where it begins with one. A ragged row has
/// as many as run at once, or a multiple of these.
[[nodiscard]] llvm::Value* sub_groups_of_row(llvm::IRBuilderBase& builder, llvm::Value* size_x,
                                             const ir::PassOptions& options);

}  // namespace cleave::compiler::pass::regions

// Finds the local memory of a work-item's work-group.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include "compiler/interface/merged_groups.h"

namespace cleave::compiler::pass::lowering {

/// Emits the address where it begins, in address space 3. Requires: merge_groups ran, so that lane
/// intrinsics are those of the larger work-group where work-groups are merged.
[[nodiscard]] llvm::Value* create_local_memory_base(llvm::IRBuilderBase& builder,
                                                    const interface::MergedGroups& merged);

}  // namespace cleave::compiler::pass::lowering

// Decides whether the last sub-group of each row of a kernel's work-groups may lack lanes. OpenCL C
// says that sub-groups hold as many work-items as they can, all but the last of a work-group: a
// kernel may run otherwise if it cannot tell.
#pragma once

#include <llvm/IR/Function.h>

namespace cleave::compiler::pass::regions {

/// Returns true if no function that the kernel calls depends on which work-items are in a
/// sub-group, and no sub-group waits on a stack of its own, of which there are as many as
/// sub-groups.
[[nodiscard]] bool may_have_ragged_rows(const llvm::Function& kernel);

}  // namespace cleave::compiler::pass::regions

// Decides which small work-groups of a kernel may run as lanes of larger ones, and says why others
// may not.
#pragma once

#include <llvm/IR/Function.h>

#include <string>
#include <vector>

#include "compiler/interface/merged_groups.h"

namespace cleave::compiler::canonical::facts {

struct MergingVerdict {
  interface::GroupMerging which = interface::GroupMerging::none;
  std::string reason;  // a sentence's end: what keeps other work-groups apart, or ""
};

/// Judges a kernel by canonical IR. Work-groups are independent, so lockstep is one of the orders
/// that they may take, but:
///
/// - Work-items that wait for others may wait for a lane of their own sub-group.
/// - A barrier of the larger work-group stands for those of the small ones only where all of these
///   come to it equally often, together.
/// - Functions of groups combine values of a work-group or sub-group. A work-item that is alone in
///   both needs no other.
///
/// `functions` are the kernel and all that it calls, the kernel first.
[[nodiscard]] MergingVerdict judge_merging(const std::vector<const llvm::Function*>& functions,
                                           bool may_wait);

}  // namespace cleave::compiler::canonical::facts

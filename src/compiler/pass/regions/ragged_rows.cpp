#include "compiler/pass/regions/ragged_rows.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>
#include <optional>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::regions {
namespace {

/// Ids in the sub-group are no question of their own: they are computed from linear ids.
bool depends_on_sub_groups(ir::LaneIntrinsic intrinsic) {
  switch (intrinsic) {
    case ir::LaneIntrinsic::sub_group_size:
    case ir::LaneIntrinsic::sub_group_barrier:
    case ir::LaneIntrinsic::active_barrier:
    case ir::LaneIntrinsic::active_lanes:
    case ir::LaneIntrinsic::sub_group_exchange:
    case ir::LaneIntrinsic::work_group_exchange:
      return true;
    default:
      return false;
  }
}

bool depends_on_sub_groups(const llvm::Instruction& instruction) {
  const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction);
  return (intrinsic && depends_on_sub_groups(*intrinsic)) || ir::collective_of(instruction);
}

}  // namespace

bool may_have_ragged_rows(const llvm::Function& kernel) {
  return !kernel.hasFnAttribute(ir::has_yield_attribute) &&
         std::ranges::none_of(llvm::instructions(kernel), [](const llvm::Instruction& instruction) {
           return depends_on_sub_groups(instruction);
         });
}

}  // namespace cleave::compiler::pass::regions

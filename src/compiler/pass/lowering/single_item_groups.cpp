#include "compiler/pass/lowering/single_item_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

/// Returns the answer that the only work-item of a work-group gets; nullopt: it depends on the
/// launch.
std::optional<uint64_t> answer_for_single_item(ir::LaneIntrinsic intrinsic) {
  switch (intrinsic) {
    case ir::LaneIntrinsic::local_id:
    case ir::LaneIntrinsic::local_linear_id:
      return 0;
    case ir::LaneIntrinsic::local_size:
    case ir::LaneIntrinsic::enqueued_local_size:
    case ir::LaneIntrinsic::sub_group_size:
    case ir::LaneIntrinsic::active_lanes:
      return 1;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::string single_item_groups(llvm::Module& module, const ir::PassOptions& options) {
  if (options.local_size != std::array<uint32_t, 3>{1, 1, 1}) return {};
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction);
      if (!intrinsic) continue;
      if (const std::optional<uint64_t> value = answer_for_single_item(*intrinsic)) {
        instruction.replaceAllUsesWith(llvm::ConstantInt::get(instruction.getType(), *value));
      } else if (!ir::is_barrier(*intrinsic)) {
        continue;
      }
      instruction.eraseFromParent();
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering

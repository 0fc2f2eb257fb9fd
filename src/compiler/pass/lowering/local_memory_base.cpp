#include "compiler/pass/lowering/local_memory_base.h"

#include <cstddef>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

llvm::Value* ask(llvm::IRBuilderBase& builder, ir::LaneIntrinsic intrinsic, unsigned d) {
  llvm::Value* number = ir::create_lane_intrinsic(builder, intrinsic, builder.getInt32(d));
  return builder.CreateTrunc(number, builder.getInt32Ty());
}

/// Emits the number of the program's work-group in the larger one. Sizes of the larger one are
/// those of all of them: a smaller one at the end leaves memory unused.
llvm::Value* number_of_group(llvm::IRBuilderBase& builder, const interface::MergedGroups& merged) {
  llvm::Value* number = builder.getInt32(0);
  for (unsigned d = 3; d-- > 0;) {
    llvm::Value* size = builder.getInt32(merged.size[d]);
    llvm::Value* count =
        builder.CreateUDiv(ask(builder, ir::LaneIntrinsic::enqueued_local_size, d), size);
    llvm::Value* own = builder.CreateUDiv(ask(builder, ir::LaneIntrinsic::local_id, d), size);
    number = builder.CreateAdd(builder.CreateMul(number, count), own);
  }
  return number;
}

}  // namespace

llvm::Value* create_local_memory_base(llvm::IRBuilderBase& builder,
                                      const interface::MergedGroups& merged) {
  llvm::Value* field =
      builder.CreatePtrAdd(ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::context),
                           builder.getInt64(offsetof(interface::LaunchContext, local_memory)));
  llvm::LoadInst* base = builder.CreateLoad(builder.getPtrTy(ir::local_space), field);
  base->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  if (merged.local_stride == 0) return base;
  llvm::Value* distance =
      builder.CreateMul(number_of_group(builder, merged), builder.getInt32(merged.local_stride));
  return builder.CreatePtrAdd(base, builder.CreateZExt(distance, builder.getInt64Ty()));
}

}  // namespace cleave::compiler::pass::lowering

#include "compiler/pass/lowering/merge_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <array>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

/// Emits ids and sizes of the program's work-groups at a call that asks for one of them.
class GroupAnswers {
 public:
  GroupAnswers(llvm::CallInst& call, const PassOptions& options)
      : builder_(&call), group_size_(options.merged_size), small_ids_(options.small_ids) {}

  /// Returns nullptr for what is the same in larger work-groups.
  Value* answer(const llvm::CallInst& call, LaneIntrinsic intrinsic) {
    switch (intrinsic) {
      case LaneIntrinsic::local_linear_id:
        return narrow(local_linear_id());
      case LaneIntrinsic::sub_group_size:
        return narrow(sub_group_size());
      case LaneIntrinsic::local_id:
        return by_dimension(call, [this](unsigned d) { return local_id(d); });
      case LaneIntrinsic::group_id:
        return by_dimension(call, [this](unsigned d) { return group_id(d); });
      case LaneIntrinsic::local_size:
        return by_dimension(call, [this](unsigned d) { return local_size(d); });
      case LaneIntrinsic::enqueued_local_size:
        return by_dimension(call, [this](unsigned d) { return size(d); });
      case LaneIntrinsic::group_count:
        return by_dimension(call, [this](unsigned d) { return group_count(d); });
      default:
        return nullptr;
    }
  }

 private:
  /// The dimension is most often a constant.
  template <class Answer>
  Value* by_dimension(const llvm::CallInst& call, const Answer& answer) {
    Value* const dimension = call.getArgOperand(0);
    if (const auto* known = llvm::dyn_cast<llvm::ConstantInt>(dimension)) {
      return answer(static_cast<unsigned>(known->getZExtValue()));
    }
    Value* const first = answer(0);
    Value* const second = answer(1);
    Value* const third = answer(2);
    Value* const is_second = builder_.CreateICmpEQ(dimension, builder_.getInt32(1));
    Value* const is_third = builder_.CreateICmpEQ(dimension, builder_.getInt32(2));
    return builder_.CreateSelect(is_third, third, builder_.CreateSelect(is_second, second, first));
  }
  Value* narrow(Value* number) { return builder_.CreateTrunc(number, builder_.getInt32Ty()); }
  Value* ask(LaneIntrinsic intrinsic, unsigned d) {
    return create_lane_intrinsic(builder_, intrinsic, builder_.getInt32(d));
  }
  Value* size(unsigned d) { return builder_.getInt64(group_size_[d]); }
  Value* id_in_launch(unsigned d) {
    Value* const global = ask(LaneIntrinsic::global_id, d);
    return builder_.CreateSub(global, ask(LaneIntrinsic::global_offset, d));
  }
  Value* group_id(unsigned d) { return divided(llvm::Instruction::UDiv, d); }
  Value* local_id(unsigned d) { return divided(llvm::Instruction::URem, d); }
  /// Vectors of 64 bits have no division by multiplication.
  Value* divided(llvm::Instruction::BinaryOps operation, unsigned d) {
    Value* const id = id_in_launch(d);
    if (!small_ids_) return builder_.CreateBinOp(operation, id, size(d));
    Value* const divisor = builder_.getInt32(group_size_[d]);
    return builder_.CreateZExt(builder_.CreateBinOp(operation, narrow(id), divisor),
                               builder_.getInt64Ty());
  }
  /// A trailing group may be smaller.
  Value* local_size(unsigned d) {
    if (group_size_[d] == 1) return size(d);
    Value* const id = id_in_launch(d);
    Value* const first = builder_.CreateSub(id, local_id(d));
    Value* const rest = builder_.CreateSub(ask(LaneIntrinsic::global_size, d), first);
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, size(d), rest);
  }
  Value* group_count(unsigned d) {
    Value* const items = ask(LaneIntrinsic::global_size, d);
    Value* const rounded = builder_.CreateAdd(items, builder_.getInt64(group_size_[d] - 1));
    return builder_.CreateUDiv(rounded, size(d));
  }
  Value* local_linear_id() {
    Value* const plane = builder_.CreateMul(local_id(2), local_size(1));
    Value* const row = builder_.CreateMul(builder_.CreateAdd(plane, local_id(1)), local_size(0));
    return builder_.CreateAdd(row, local_id(0));
  }
  Value* sub_group_size() {
    Value* const row = builder_.CreateMul(local_size(0), local_size(1));
    Value* const items = builder_.CreateMul(row, local_size(2));
    Value* const most =
        builder_.CreateZExt(create_lane_intrinsic(builder_, LaneIntrinsic::maximum_sub_group_size),
                            builder_.getInt64Ty());
    Value* const linear = local_linear_id();
    Value* const first = builder_.CreateSub(linear, builder_.CreateURem(linear, most));
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, most,
                                          builder_.CreateSub(items, first));
  }

  llvm::IRBuilder<> builder_;
  const std::array<uint32_t, 3> group_size_;
  const bool small_ids_;
};

}  // namespace

std::string merge_groups(llvm::Module& module, const PassOptions& options) {
  if (options.merged_size[0] == 0) return {};
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      const auto intrinsic = lane_intrinsic_of(instruction);
      if (!intrinsic) continue;
      auto& call = llvm::cast<llvm::CallInst>(instruction);
      Value* const answer = GroupAnswers(call, options).answer(call, *intrinsic);
      if (answer == nullptr) continue;
      call.replaceAllUsesWith(answer);
      call.eraseFromParent();
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass

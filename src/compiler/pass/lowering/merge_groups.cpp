#include "compiler/pass/lowering/merge_groups.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::Value;

/// Emits ids and sizes of the program's work-groups at a call that asks for one of them.
class GroupAnswers {
 public:
  GroupAnswers(llvm::CallInst& call, const interface::MergedGroups& merged)
      : builder_(&call), merged_(merged) {}

  /// Returns nullptr for what is the same in larger work-groups.
  Value* answer(const llvm::CallInst& call, ir::LaneIntrinsic intrinsic) {
    switch (intrinsic) {
      case ir::LaneIntrinsic::local_linear_id:
        return narrow(local_linear_id());
      case ir::LaneIntrinsic::sub_group_size:
        return narrow(sub_group_size());
      case ir::LaneIntrinsic::local_id:
        return by_dimension(call, [this](unsigned d) { return local_id(d); });
      case ir::LaneIntrinsic::group_id:
        return by_dimension(call, [this](unsigned d) { return group_id(d); });
      case ir::LaneIntrinsic::local_size:
        return by_dimension(call, [this](unsigned d) { return local_size(d); });
      case ir::LaneIntrinsic::enqueued_local_size:
        return by_dimension(call, [this](unsigned d) { return size(d); });
      case ir::LaneIntrinsic::group_count:
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
  Value* ask(ir::LaneIntrinsic intrinsic, unsigned d) {
    return ir::create_lane_intrinsic(builder_, intrinsic, builder_.getInt32(d));
  }
  Value* size(unsigned d) { return builder_.getInt64(merged_.size[d]); }
  Value* group_id(unsigned d) {
    Value* const first = builder_.CreateMul(ask(ir::LaneIntrinsic::group_id, d),
                                            ask(ir::LaneIntrinsic::enqueued_local_size, d));
    return builder_.CreateAdd(builder_.CreateUDiv(first, size(d)),
                              of_larger_id(llvm::Instruction::UDiv, d));
  }
  Value* local_id(unsigned d) {
    if (merged_.size[d] == 1) return builder_.getInt64(0);
    return of_larger_id(llvm::Instruction::URem, d);
  }
  /// In 32 bits, which hold all ids of a work-group: vectors of 64 have no division by
  /// multiplication.
  Value* of_larger_id(llvm::Instruction::BinaryOps operation, unsigned d) {
    Value* const id = narrow(ask(ir::LaneIntrinsic::local_id, d));
    Value* const result =
        merged_.size[d] == 1
            ? id
            : builder_.CreateBinOp(operation, id, builder_.getInt32(merged_.size[d]));
    return builder_.CreateZExt(result, builder_.getInt64Ty());
  }
  /// A trailing group may be smaller.
  Value* local_size(unsigned d) {
    if (merged_.all_whole || merged_.size[d] == 1) return size(d);
    Value* const first = builder_.CreateMul(group_id(d), size(d));
    Value* const rest = builder_.CreateSub(ask(ir::LaneIntrinsic::global_size, d), first);
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, size(d), rest);
  }
  Value* group_count(unsigned d) {
    Value* const items = ask(ir::LaneIntrinsic::global_size, d);
    Value* const rounded = builder_.CreateAdd(items, builder_.getInt64(merged_.size[d] - 1));
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
    Value* const most = builder_.CreateZExt(
        ir::create_lane_intrinsic(builder_, ir::LaneIntrinsic::maximum_sub_group_size),
        builder_.getInt64Ty());
    Value* const linear = local_linear_id();
    Value* const first = builder_.CreateSub(linear, builder_.CreateURem(linear, most));
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, most,
                                          builder_.CreateSub(items, first));
  }

  llvm::IRBuilder<> builder_;
  const interface::MergedGroups& merged_;
};

/// Emits the result of a collective in which one lane takes part.
Value* answer_of_one(llvm::CallInst& call, const ir::Collective& collective) {
  llvm::IRBuilder<> builder(&call);
  Value* const own = call.getArgOperand(0);
  switch (collective.kind) {
    case ir::Collective::Kind::all:
    case ir::Collective::Kind::any:
    case ir::Collective::Kind::ballot:
      return builder.CreateZExt(builder.CreateIsNotNull(own), call.getType());
    case ir::Collective::Kind::scan_exclusive:
      return ir::first_of_scan(collective.operation, call.getType());
    default:
      return own;
  }
}

void replace_or_erase(llvm::CallInst& call, Value* answer) {
  if (answer != nullptr) call.replaceAllUsesWith(answer);
  call.eraseFromParent();
}

/// Removes from a function the communication of work-items that are whole work-groups.
class SingleItemGroups {
 public:
  SingleItemGroups(llvm::Function& function, const ir::PassOptions& options)
      : function_(function), runs_in_lockstep_(options.lanes != ir::Lanes::serial) {}

  /// Returns false for calls that ask for something else.
  bool replace_meeting(llvm::CallInst& call) {
    if (const auto collective = ir::collective_of(call)) {
      if (collective->is_of_lockstep && runs_in_lockstep_) return true;
      replace_or_erase(call, answer_of_one(call, *collective));
      return true;
    }
    const auto intrinsic = ir::lane_intrinsic_of(call);
    if (!intrinsic) return false;
    if (ir::is_barrier(*intrinsic)) {
      replace_or_erase(call, nullptr);
      return true;
    }
    if (*intrinsic != ir::LaneIntrinsic::work_group_exchange) return false;
    replace_or_erase(call, exchange_memory());
    return true;
  }

 private:
  /// Each function that asks for such memory reads only what it has written, one value at 0 or
  /// behind.
  Value* exchange_memory() {
    constexpr uint64_t bytes = 32;
    if (exchange_memory_ != nullptr) return exchange_memory_;
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().begin());
    exchange_memory_ = builder.CreateAlloca(llvm::ArrayType::get(builder.getInt8Ty(), bytes));
    exchange_memory_->setAlignment(llvm::Align(16));
    return exchange_memory_;
  }

  llvm::Function& function_;
  const bool runs_in_lockstep_;
  llvm::AllocaInst* exchange_memory_ = nullptr;
};

/// Makes running_linear_id the local linear id: passes after this one know no other work-group than
/// the one that runs.
void forget_the_difference(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (ir::lane_intrinsic_of(instruction) != ir::LaneIntrinsic::running_linear_id) continue;
      llvm::IRBuilder<> builder(&instruction);
      replace_or_erase(llvm::cast<llvm::CallInst>(instruction),
                       ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::local_linear_id));
    }
  }
}

void separate_groups(llvm::Module& module, const ir::PassOptions& options) {
  const interface::MergedGroups& merged = options.merged;
  for (llvm::Function& function : module) {
    SingleItemGroups single_items(function, options);
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call == nullptr || (merged.are_single_items() && single_items.replace_meeting(*call)))
        continue;
      const auto intrinsic = ir::lane_intrinsic_of(*call);
      if (!intrinsic) continue;
      Value* const answer = GroupAnswers(*call, merged).answer(*call, *intrinsic);
      if (answer != nullptr) replace_or_erase(*call, answer);
    }
  }
}

}  // namespace

std::string merge_groups(llvm::Module& module, const ir::PassOptions& options) {
  if (options.merged.size[0] != 0) separate_groups(module, options);
  forget_the_difference(module);
  return {};
}

}  // namespace cleave::compiler::pass::lowering

#include "compiler/pass/regions/sub_group_loop.h"

#include <llvm/IR/Module.h>

#include <cstddef>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/regions/region_builder.h"

namespace cleave::compiler::pass::regions {
namespace {

using llvm::Value;

Value* field(llvm::IRBuilder<>& builder, Value* context, size_t offset) {
  return builder.CreatePtrAdd(
      context, builder.getInt64(offsetof(interface::LaunchContext, progress) + offset));
}

}  // namespace

SubGroupLoop::SubGroupLoop(llvm::IRBuilder<>& builder, llvm::Function& entry,
                           const SubGroupVariables& in_entry, uint32_t step)
    : builder_(builder),
      entry_(entry),
      in_entry_(in_entry),
      step_(step),
      location_in_entry_(builder.getCurrentDebugLocation()) {
  llvm::Type* word = builder.getInt32Ty();
  llvm::Type* pointer = builder.getPtrTy();
  type_ = llvm::StructType::get(builder.getContext(), {word, word, word, word, word, word, pointer,
                                                       pointer, pointer, pointer, pointer});
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), {pointer}, false);
  function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                     entry.getName() + ".sub_groups", entry.getParent());
  function_->setAttributes(entry.getAttributes());
  function_->removeFnAttr(ir::frame_bytes_attribute);
  function_->addFnAttr(llvm::Attribute::NoInline);  // its address is taken: there would be two
  builder.SetCurrentDebugLocation(ir::make_location(*function_, entry));
  auto* begin = llvm::BasicBlock::Create(builder.getContext(), "begin", function_);
  loop_ = llvm::BasicBlock::Create(builder.getContext(), "next", function_);
  auto* run = llvm::BasicBlock::Create(builder.getContext(), "sub_group", function_);
  done_ = llvm::BasicBlock::Create(builder.getContext(), "done", function_);
  builder.SetInsertPoint(begin);
  variables_.context = load(context);
  if (in_entry.before != nullptr) {
    variables_.before = load(before);
    variables_.after = load(after);
  }
  variables_.arrived = load(arrived);
  if (in_entry.phase != nullptr) variables_.phase = load(phase);
  builder.CreateBr(loop_);
  builder.SetInsertPoint(loop_);
  Value* open = load(left);
  builder.CreateCondBr(builder.CreateIsNull(open), done_, run);
  builder.SetInsertPoint(run);
  store(builder.CreateSub(open, builder.getInt32(1)), function_->getArg(0), left);
  take_next();
}

/// Before it runs: whoever comes next on another stack takes the one after it.
void SubGroupLoop::take_next() {
  Value* walk = function_->getArg(0);
  start_ = {load(x), load(y), load(z)};
  Value* next_x = builder_.CreateAdd(start_[0], builder_.getInt32(step_), "", true, true);
  Value* row_ends = builder_.CreateICmpUGE(next_x, load(end_x));
  Value* next_y = builder_.CreateAdd(
      start_[1], builder_.CreateZExt(row_ends, builder_.getInt32Ty()), "", true, true);
  Value* plane_ends = builder_.CreateAnd(row_ends, builder_.CreateICmpUGE(next_y, load(end_y)));
  Value* next_z = builder_.CreateAdd(
      start_[2], builder_.CreateZExt(plane_ends, builder_.getInt32Ty()), "", true, true);
  Value* zero = builder_.getInt32(0);
  store(builder_.CreateSelect(row_ends, zero, next_x), walk, x);
  store(builder_.CreateSelect(plane_ends, zero, next_y), walk, y);
  store(next_z, walk, z);
}

void SubGroupLoop::finish(llvm::BasicBlock* block, const std::array<Value*, 3>& ends) {
  keep_rolled(builder_.CreateBr(loop_));
  builder_.SetInsertPoint(done_);
  builder_.CreateRetVoid();

  llvm::IRBuilder<> variables(&entry_.getEntryBlock(), entry_.getEntryBlock().begin());
  Value* walk = variables.CreateAlloca(type_, nullptr, "walk");
  builder_.SetInsertPoint(block);
  builder_.SetCurrentDebugLocation(location_in_entry_);
  Value* one = builder_.getInt32(1);
  auto at_least_one = [&](Value* count) {
    return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, count, one);
  };
  Value* steps =
      builder_.CreateUDiv(builder_.CreateAdd(ends[0], builder_.getInt32(step_ - 1), "", true, true),
                          builder_.getInt32(step_));
  Value* planes = builder_.CreateMul(at_least_one(ends[1]), at_least_one(ends[2]));
  store(builder_.CreateMul(at_least_one(steps), planes), walk, left);
  for (Member member : {x, y, z}) store(builder_.getInt32(0), walk, member);
  store(ends[0], walk, end_x);
  store(ends[1], walk, end_y);
  store(in_entry_.context, walk, context);
  if (in_entry_.before != nullptr) {
    store(in_entry_.before, walk, before);
    store(in_entry_.after, walk, after);
  }
  store(in_entry_.arrived, walk, arrived);
  if (in_entry_.phase != nullptr) store(in_entry_.phase, walk, phase);
  Value* of_launch = in_entry_.context;
  builder_.CreateStore(function_,
                       field(builder_, of_launch, offsetof(interface::ForwardProgress, run_rest)));
  builder_.CreateStore(walk,
                       field(builder_, of_launch, offsetof(interface::ForwardProgress, walk)));
  builder_.CreateCall(function_, {walk});
  Value* elsewhere = builder_.CreateLoad(
      builder_.getInt64Ty(),
      field(builder_, of_launch, offsetof(interface::ForwardProgress, on_other_stacks)));
  auto* wait = llvm::BasicBlock::Create(builder_.getContext(), "wait", &entry_);
  auto* after_all = llvm::BasicBlock::Create(builder_.getContext(), "all", &entry_);
  builder_.CreateCondBr(builder_.CreateIsNull(elsewhere), after_all, wait);
  builder_.SetInsertPoint(wait);
  auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
  Value* called =
      builder_.CreateLoad(builder_.getPtrTy(),
                          field(builder_, of_launch, offsetof(interface::ForwardProgress, finish)));
  builder_.CreateCall(type, called, {of_launch});
  builder_.CreateBr(after_all);
  builder_.SetInsertPoint(after_all);
}

Value* SubGroupLoop::address(Value* walk, Member member) {
  return builder_.CreateStructGEP(type_, walk, member);
}

Value* SubGroupLoop::load(Member member) {
  return builder_.CreateLoad(type_->getElementType(member), address(function_->getArg(0), member));
}

void SubGroupLoop::store(Value* value, Value* walk, Member member) {
  builder_.CreateStore(value, address(walk, member));
}

}  // namespace cleave::compiler::pass::regions

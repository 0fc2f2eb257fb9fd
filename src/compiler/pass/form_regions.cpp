#include "compiler/pass/form_regions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <vector>

#include "compiler/pass/region_builder.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

class KernelEntry {
 public:
  KernelEntry(llvm::Function& kernel, uint32_t sub_group_size)
      : kernel_(kernel), width_(sub_group_size), builder_(kernel.getContext()) {}

  void build() {
    plan_ = plan_regions(kernel_);
    FrameLayout frame = lay_out_frame(kernel_, plan_);
    for (unsigned i = 0; i < plan_.heads.size(); ++i) {
      regions_.push_back(build_region(kernel_, plan_, frame, i, width_));
    }
    create_entry(frame);
    emit_groups();
    kernel_.eraseFromParent();
  }

 private:
  void create_entry(const FrameLayout& frame) {
    std::string name = kernel_.getFnAttribute(kernel_attribute).getValueAsString().str();
    auto* type = llvm::FunctionType::get(builder_.getVoidTy(), {builder_.getPtrTy()}, false);
    entry_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, entry_prefix + name,
                                    kernel_.getParent());
    entry_->setAttributes(llvm::AttributeList::get(kernel_.getContext(),
                                                   kernel_.getAttributes().getFnAttrs(), {}, {}));
    entry_->removeFnAttr(kernel_attribute);
    entry_->setMemoryEffects(llvm::MemoryEffects::unknown());
    entry_->addFnAttr(frame_bytes_attribute, std::to_string(frame.bytes_per_item()));
  }

  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(kernel_.getContext(), name, entry_);
  }

  /// The loops of the header's picture. With one region the outer loop runs once and folds away.
  void emit_groups() {
    llvm::BasicBlock* begin = block("begin");
    llvm::BasicBlock* phase = block("phase");
    llvm::BasicBlock* sub_group_begin = block("sub_group");
    llvm::BasicBlock* run = block("run");
    llvm::BasicBlock* sub_group_end = block("sub_group.end");
    llvm::BasicBlock* phase_end = block("phase.end");
    llvm::BasicBlock* done = block("done");
    Value* none = builder_.getInt32(ended);

    builder_.SetInsertPoint(begin);
    Value* items = work_item_count(builder_, entry_->getArg(0));
    Value* sub_groups = builder_.CreateUDiv(
        builder_.CreateAdd(items, builder_.getInt32(width_ - 1)), builder_.getInt32(width_));
    builder_.CreateBr(phase);

    builder_.SetInsertPoint(phase);
    llvm::PHINode* next = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    next->addIncoming(builder_.getInt32(0), begin);
    builder_.CreateBr(sub_group_begin);

    builder_.SetInsertPoint(sub_group_begin);
    llvm::PHINode* sub_group = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    llvm::PHINode* arrived = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    sub_group->addIncoming(builder_.getInt32(0), phase);
    arrived->addIncoming(none, phase);
    builder_.CreateBr(run);

    builder_.SetInsertPoint(run);
    llvm::PHINode* state = builder_.CreatePHI(builder_.getInt32Ty(), 2);
    state->addIncoming(next, sub_group_begin);
    Value* after = emit_region_call(state, sub_group);
    emit_repeat(after, state, run, sub_group_end);

    builder_.SetInsertPoint(sub_group_end);
    Value* now = builder_.CreateSelect(builder_.CreateICmpEQ(after, none), arrived, after);
    Value* following = builder_.CreateNUWAdd(sub_group, builder_.getInt32(1));
    sub_group->addIncoming(following, sub_group_end);
    arrived->addIncoming(now, sub_group_end);
    keep_rolled(builder_.CreateCondBr(builder_.CreateICmpEQ(following, sub_groups), phase_end,
                                      sub_group_begin));

    builder_.SetInsertPoint(phase_end);
    next->addIncoming(now, phase_end);
    keep_rolled(builder_.CreateCondBr(builder_.CreateICmpEQ(now, none), done, phase));
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
  }

  /// Calls the region that `state` names.
  Value* emit_region_call(Value* state, Value* sub_group) {
    std::initializer_list<Value*> arguments = {entry_->getArg(0), sub_group};
    if (plan_.single()) return builder_.CreateCall(regions_[0], arguments);
    llvm::BasicBlock* joined = block("ran");
    llvm::BasicBlock* impossible = block("impossible");
    auto* choice = builder_.CreateSwitch(state, impossible, static_cast<unsigned>(regions_.size()));
    builder_.SetInsertPoint(impossible);
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(joined);
    llvm::PHINode* result =
        builder_.CreatePHI(builder_.getInt32Ty(), static_cast<unsigned>(regions_.size()));
    for (unsigned i = 0; i < regions_.size(); ++i) {
      llvm::BasicBlock* call = block("region");
      choice->addCase(builder_.getInt32(i), call);
      builder_.SetInsertPoint(call);
      result->addIncoming(builder_.CreateCall(regions_[i], arguments), call);
      builder_.CreateBr(joined);
    }
    builder_.SetInsertPoint(joined);
    return result;
  }

  /// After a sub-group barrier the same sub-group goes on; everything else is for the group.
  void emit_repeat(Value* after, llvm::PHINode* state, llvm::BasicBlock* run,
                   llvm::BasicBlock* leave) {
    llvm::BasicBlock* from = builder_.GetInsertBlock();
    auto* choice = builder_.CreateSwitch(after, leave);
    for (unsigned i = 0; i < plan_.heads.size(); ++i) {
      if (plan_.heads[i].barrier != Query::sub_group_barrier) continue;
      choice->addCase(builder_.getInt32(i), run);
      state->addIncoming(after, from);
    }
  }

  llvm::Function& kernel_;
  uint32_t width_;
  llvm::IRBuilder<> builder_;
  RegionPlan plan_;
  std::vector<llvm::Function*> regions_;
  llvm::Function* entry_ = nullptr;
};

}  // namespace

std::string form_regions(llvm::Module& module, const PassOptions& options) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(kernel_attribute)) kernels.push_back(&function);
  }
  for (llvm::Function* kernel : kernels) KernelEntry(*kernel, options.sub_group_size).build();
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (query_of(function) && function.use_empty()) function.eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass

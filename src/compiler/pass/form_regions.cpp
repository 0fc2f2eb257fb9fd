#include "compiler/pass/form_regions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <vector>

#include "compiler/pass/choose_jam.h"
#include "compiler/pass/debug_locations.h"
#include "compiler/pass/region_builder.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;

class KernelEntry {
 public:
  KernelEntry(llvm::Function& kernel, const PassOptions& options)
      : kernel_(kernel),
        options_(with_jam(kernel, options)),
        width_(options.sub_group_size),
        builder_(kernel.getContext()) {}

  void build() {
    plan_ = plan_regions(kernel_, options_.lanes != Lanes::in_turn);
    FrameLayout frame = lay_out_frame(kernel_, plan_, width_);
    for (unsigned i = 0; i < plan_.heads.size(); ++i) {
      regions_.push_back(build_region(kernel_, plan_, frame, i, options_));
    }
    create_entry(frame);
    emit_groups();
    kernel_.eraseFromParent();
  }

 private:
  static PassOptions with_jam(llvm::Function& kernel, PassOptions options) {
    const Jam jam = choose_jam(kernel, options);
    options.jam_x = jam.x;
    options.jam_y = jam.y;
    return options;
  }

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
    builder_.SetCurrentDebugLocation(make_place(*entry_, kernel_));
  }

  llvm::BasicBlock* block(const char* name) {
    return llvm::BasicBlock::Create(kernel_.getContext(), name, entry_);
  }

  /// The loops of the header's picture. With one region the outer loop runs once and folds away.
  void emit_groups() {
    llvm::BasicBlock* begin = block("begin");
    llvm::BasicBlock* phase = block("phase");
    llvm::BasicBlock* done = block("done");
    builder_.SetInsertPoint(begin);
    for (unsigned d = 0; d < 3; ++d) size_[d] = load_local_size(builder_, entry_->getArg(0), d);
    llvm::Type* word = builder_.getInt32Ty();
    arrived_ = builder_.CreateAlloca(word, nullptr, "arrived");
    state_ = builder_.CreateAlloca(word, nullptr, "state");
    builder_.CreateStore(builder_.getInt32(0), arrived_);
    builder_.CreateBr(phase);

    builder_.SetInsertPoint(phase);
    Value* next = load(arrived_);
    builder_.CreateStore(builder_.getInt32(ended), arrived_);
    if (goes_on_alone()) {
      emit_sub_groups(
          [&](const Ids& ids, Value* sub_group) { emit_sub_group(next, ids, sub_group); });
    } else {
      emit_choice(next, [&](unsigned region) {
        emit_sub_groups([&](const Ids& ids, Value* sub_group) {
          emit_arrival(emit_region(region, ids, sub_group));
        });
      });
    }
    Value* has_ended = builder_.CreateICmpEQ(load(arrived_), builder_.getInt32(ended));
    keep_rolled(builder_.CreateCondBr(has_ended, done, phase));
    builder_.SetInsertPoint(done);
    builder_.CreateRetVoid();
  }

  using Ids = std::array<Value*, 3>;  // of the first lane; only in rows

  Value* load(llvm::AllocaInst* variable) {
    return builder_.CreateLoad(builder_.getInt32Ty(), variable);
  }

  /// May a sub-group go on after a barrier while others of its work-group do not?
  [[nodiscard]] bool goes_on_alone() const {
    return std::ranges::any_of(
        plan_.heads, [](const Head& head) { return head.barrier == Query::sub_group_barrier; });
  }

  /// `body` for every sub-group of the work-group, or all that run together, in the order of their
  /// numbers: that of the first.
  template <class Body>
  void emit_sub_groups(const Body& body) {
    Value* lanes = builder_.getInt32(width_);
    if (options_.lanes == Lanes::together_in_rows) {
      emit_loop("z", size_[2], 1, [&](Value* z) {
        emit_loop("y", size_[1], options_.jam_y, [&](Value* y) {
          Value* row = builder_.CreateAdd(builder_.CreateMul(z, size_[1]), y);
          Value* before = builder_.CreateMul(row, builder_.CreateUDiv(size_[0], lanes));
          emit_loop("x", size_[0], width_ * options_.jam_x, [&](Value* x) {
            body({x, y, z}, builder_.CreateAdd(before, builder_.CreateUDiv(x, lanes)));
          });
        });
      });
      return;
    }
    Value* items = builder_.CreateMul(builder_.CreateMul(size_[0], size_[1]), size_[2]);
    emit_loop("items", items, width_,
              [&](Value* first) { body({}, builder_.CreateUDiv(first, lanes)); });
  }

  /// A loop that runs at least once.
  template <class Body>
  void emit_loop(const char* name, Value* end, uint32_t step, const Body& body) {
    llvm::BasicBlock* before = builder_.GetInsertBlock();
    llvm::BasicBlock* loop = block(name);
    llvm::BasicBlock* after = block(name);
    builder_.CreateBr(loop);
    builder_.SetInsertPoint(loop);
    llvm::PHINode* counter = builder_.CreatePHI(builder_.getInt32Ty(), 2, name);
    counter->addIncoming(builder_.getInt32(0), before);
    body(counter);
    Value* next = builder_.CreateAdd(counter, builder_.getInt32(step), "", true, true);
    counter->addIncoming(next, builder_.GetInsertBlock());
    keep_rolled(builder_.CreateCondBr(builder_.CreateICmpULT(next, end), loop, after));
    builder_.SetInsertPoint(after);
  }

  Value* emit_region(unsigned region, const Ids& ids, Value* sub_group) {
    llvm::SmallVector<Value*> arguments = {entry_->getArg(0), sub_group};
    if (options_.lanes == Lanes::together_in_rows) arguments.append(ids.begin(), ids.end());
    return builder_.CreateCall(regions_[region], arguments);
  }

  /// Sub-groups that have ended do not decide how the work-group goes on.
  void emit_arrival(Value* after) {
    Value* has_ended = builder_.CreateICmpEQ(after, builder_.getInt32(ended));
    builder_.CreateStore(builder_.CreateSelect(has_ended, load(arrived_), after), arrived_);
  }

  /// `body` of the region that `state` names.
  template <class Body>
  void emit_choice(Value* state, const Body& body) {
    if (plan_.single()) return body(0);
    llvm::BasicBlock* joined = block("ran");
    llvm::BasicBlock* impossible = block("impossible");
    auto* choice = builder_.CreateSwitch(state, impossible, static_cast<unsigned>(regions_.size()));
    builder_.SetInsertPoint(impossible);
    builder_.CreateUnreachable();
    for (unsigned i = 0; i < regions_.size(); ++i) {
      llvm::BasicBlock* chosen = block("region");
      choice->addCase(builder_.getInt32(i), chosen);
      builder_.SetInsertPoint(chosen);
      body(i);
      builder_.CreateBr(joined);
    }
    builder_.SetInsertPoint(joined);
  }

  /// After a sub-group barrier the same sub-group goes on; everything else is for the group.
  void emit_sub_group(Value* next, const Ids& ids, Value* sub_group) {
    llvm::BasicBlock* run = block("run");
    llvm::BasicBlock* leave = block("sub_group.end");
    builder_.CreateStore(next, state_);
    builder_.CreateBr(run);
    builder_.SetInsertPoint(run);
    emit_choice(load(state_), [&](unsigned region) {
      builder_.CreateStore(emit_region(region, ids, sub_group), state_);
    });
    Value* after = load(state_);
    auto* choice = builder_.CreateSwitch(after, leave);
    for (unsigned i = 0; i < plan_.heads.size(); ++i) {
      if (plan_.heads[i].barrier == Query::sub_group_barrier) {
        choice->addCase(builder_.getInt32(i), run);
      }
    }
    builder_.SetInsertPoint(leave);
    emit_arrival(after);
  }

  llvm::Function& kernel_;
  const PassOptions options_;  // with the jam that was chosen
  uint32_t width_;
  llvm::IRBuilder<> builder_;
  RegionPlan plan_;
  std::vector<llvm::Function*> regions_;
  llvm::Function* entry_ = nullptr;
  std::array<Value*, 3> size_{};
  llvm::AllocaInst* arrived_ = nullptr;  // the head that the work-group goes on from
  llvm::AllocaInst* state_ = nullptr;    // that which the running sub-group goes on from
};

}  // namespace

std::string form_regions(llvm::Module& module, const PassOptions& options) {
  std::vector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(kernel_attribute)) kernels.push_back(&function);
  }
  for (llvm::Function* kernel : kernels) KernelEntry(*kernel, options).build();
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (query_of(function) && function.use_empty()) function.eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass

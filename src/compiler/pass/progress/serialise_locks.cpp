#include "compiler/pass/progress/serialise_locks.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/SSAUpdaterBulk.h>

#include <vector>

#include "compiler/pass/analysis/regular_control.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/ir/remarks.h"
#include "compiler/pass/progress/spin_locks.h"

namespace cleave::compiler::pass::progress {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

/// A copy of what a lock guards for each lane would gain nothing.
void forbid_unrolling(Instruction& repeat) {
  llvm::LLVMContext& context = repeat.getContext();
  auto* rule = llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  auto* loop = llvm::MDNode::getDistinct(context, {nullptr, rule});
  loop->replaceOperandWith(0, loop);
  repeat.setMetadata(llvm::LLVMContext::MD_loop, loop);
}

/// Puts a locked region into a loop over the lanes of a lane function.
class LaneLoop {
 public:
  explicit LaneLoop(const LockedRegion& region)
      : function_(*region.begin->getFunction()),
        location_(region.attempt->getDebugLoc()),
        before_(region.begin->getParent()),
        last_(region.end->getParent()),
        behind_(llvm::SplitBlock(last_, region.end)),
        first_(llvm::SplitBlock(before_, region.begin)) {
    std::vector<BasicBlock*> work = {first_};
    while (!work.empty()) {
      BasicBlock* block = work.back();
      work.pop_back();
      if (block == behind_ || !blocks_.insert(block)) continue;
      for (BasicBlock* next : llvm::successors(block)) work.push_back(next);
    }
  }

  [[nodiscard]] llvm::ArrayRef<BasicBlock*> blocks() const { return blocks_.getArrayRef(); }

  void write() {
    auto* begin = BasicBlock::Create(function_.getContext(), "lane", &function_, first_);
    auto* end = BasicBlock::Create(function_.getContext(), "lane.done", &function_, behind_);
    before_->getTerminator()->replaceSuccessorWith(first_, begin);
    last_->getTerminator()->replaceSuccessorWith(behind_, end);
    llvm::IRBuilder<> builder(begin);
    builder.SetCurrentDebugLocation(location_);
    llvm::PHINode* number = builder.CreatePHI(builder.getInt32Ty(), 2, "running");
    builder.CreateCondBr(builder.CreateICmpEQ(own_number(builder), number), first_, end);
    builder.SetInsertPoint(end);
    Value* next = builder.CreateAdd(number, builder.getInt32(1), "running.next", true, true);
    forbid_unrolling(*builder.CreateCondBr(
        builder.CreateICmpULT(next, builder.getInt32(lanes() * parts())), begin, behind_));
    number->addIncoming(builder.getInt32(0), before_);
    number->addIncoming(next, end);
    keep_results();
  }

 private:
  [[nodiscard]] uint32_t count(const char* attribute) const {
    return static_cast<uint32_t>(function_.getFnAttributeAsParsedInteger(attribute, 1));
  }
  [[nodiscard]] uint32_t lanes() const { return count(ir::lanes_attribute); }
  [[nodiscard]] uint32_t parts() const { return count(ir::parts_attribute); }

  /// Numbers the lanes of all parts.
  Value* own_number(llvm::IRBuilder<>& builder) const {
    Value* lane = ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::lane);
    if (parts() == 1) return lane;
    Value* part = ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::part);
    return builder.CreateAdd(builder.CreateMul(part, builder.getInt32(lanes())), lane);
  }

  /// A lane keeps what it has computed until all others have run.
  void keep_results() {
    llvm::SSAUpdaterBulk updater;
    for (BasicBlock* block : blocks_) {
      for (Instruction& instruction : *block) keep_result(instruction, updater);
    }
    llvm::DominatorTree dominators(function_);
    updater.RewriteAllUses(&dominators);
  }

  void keep_result(Instruction& result, llvm::SSAUpdaterBulk& updater) const {
    std::vector<llvm::Use*> outside;
    for (llvm::Use& use : result.uses()) {
      auto* user = llvm::cast<Instruction>(use.getUser());
      auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      BasicBlock* where = phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
      if (!blocks_.contains(where)) outside.push_back(&use);
    }
    if (outside.empty()) return;
    const unsigned variable = updater.AddVariable(result.getName(), result.getType());
    updater.AddAvailableValue(variable, result.getParent(), &result);
    for (llvm::Use* use : outside) updater.AddUse(variable, use);
  }

  llvm::Function& function_;
  llvm::DebugLoc location_;
  BasicBlock* before_;  // the last block before the region
  BasicBlock* last_;    // the last block of the region, which all paths through it end at
  BasicBlock* behind_;
  BasicBlock* first_;  // the first block of the region
  llvm::SetVector<BasicBlock*> blocks_;
};

bool has_exchange(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function),
                      [](const Instruction& one) { return is_exchange(one); });
}

/// Says of other spin loops that lanes run together in them.
void explain_waits(const llvm::Function& function,
                   const llvm::SmallPtrSetImpl<const Instruction*>& serialised) {
  for (const Instruction& one : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&one);
    if (call == nullptr || !call->hasFnAttr(ir::yield_attribute) || serialised.contains(call))
      continue;
    ir::remark(
        *call, ir::Topic::loop, "waits",
        "yields to other sub-groups; lanes of one sub-group that wait for each other here may "
        "wait for ever");
  }
}

/// A region is written by itself, and the rest of the function looked at anew. Adds the
/// instructions of all regions to `serialised`.
void serialise_locks_of(llvm::Function& function,
                        llvm::SmallPtrSetImpl<const Instruction*>& serialised) {
  while (true) {
    static_cast<void>(analysis::regularise_control(function));
    ir::LlvmPasses passes(nullptr);
    llvm::FunctionAnalysisManager& analyses = passes.analyses();
    const std::optional<LockedRegion> region =
        find_locked_region(function, analyses.getResult<llvm::LoopAnalysis>(function),
                           analyses.getResult<llvm::DominatorTreeAnalysis>(function),
                           analyses.getResult<llvm::ScalarEvolutionAnalysis>(function),
                           [&](const Instruction& one) { return serialised.contains(&one); });
    if (!region) return;
    ir::remark(*region->attempt, ir::Topic::loop, "serialised",
               "lanes run one after another from here to the release" +
                   ir::line_of(*region->release) + ": together they would wait for each other");
    LaneLoop lanes(*region);
    lanes.write();
    for (const BasicBlock* block : lanes.blocks()) {
      for (const Instruction& instruction : *block) serialised.insert(&instruction);
    }
  }
}

}  // namespace

std::string serialise_locks(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (!function.hasFnAttribute(ir::lanes_attribute)) continue;
    llvm::SmallPtrSet<const Instruction*, 16> serialised;
    if (has_exchange(function)) serialise_locks_of(function, serialised);
    if (ir::wants_remarks(module.getContext())) explain_waits(function, serialised);
  }
  return {};
}

}  // namespace cleave::compiler::pass::progress

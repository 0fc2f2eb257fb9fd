#include "compiler/pass/report/explain.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include <deque>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/remarks.h"

namespace cleave::compiler::pass::report {
namespace {

/// Returns in words the source of divergence that an instruction is; an empty string for one that
/// only hands on what its operands have.
std::string source_of(const llvm::Instruction& instruction) {
  if (std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction)) {
    return *intrinsic == ir::LaneIntrinsic::part ? "the number of the sub-group"
                                                 : "the work-item's id";
  }
  if (instruction.hasMetadata(ir::computed_metadata)) {
    return "what was computed from the work-item's id before a barrier";
  }
  if (llvm::isa<llvm::LoadInst>(instruction)) return "what is loaded" + ir::line_of(instruction);
  if (instruction.isAtomic())
    return "the result of the atomic operation" + ir::line_of(instruction);
  if (llvm::isa<llvm::AllocaInst>(instruction)) return "the address of a private variable";
  if (llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) {
    return "the result of the call" + ir::line_of(instruction);
  }
  return {};
}

/// A phi whose operands are the same in all lanes differs by the way that a lane came.
bool differs_by_way(const llvm::Instruction& instruction, const analysis::ShapeAnalysis& shapes) {
  return llvm::isa<llvm::PHINode>(instruction) &&
         llvm::all_of(instruction.operand_values(),
                      [&](const llvm::Value* operand) { return shapes.of(operand).is_same(); });
}

void explain_loop(const llvm::Loop& loop, const analysis::PlanLevel& level,
                  const analysis::Uniformity& uniformity, const analysis::ShapeAnalysis& shapes) {
  const llvm::Instruction* position = loop.getHeader()->getTerminator();
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  if (!exiting.empty()) position = exiting.front()->getTerminator();
  if (!level.is_divergent) {
    ir::remark(*position, ir::Topic::loop, "uniform",
               "all lanes make the same number of iterations: counted once, without masks");
    return;
  }
  std::string why = "a branch inside divides them";
  for (const llvm::BasicBlock* block : exiting) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (branch == nullptr || !branch->isConditional() || uniformity.has_uniform_branch(*block)) {
      continue;
    }
    position = branch;
    why = "its condition depends on " + why_lanes_differ(*branch->getCondition(), shapes);
    break;
  }
  ir::remark(*position, ir::Topic::loop, "masked",
             "lanes leave at different iterations, and it runs until none is left: " + why);
}

void explain_branch(const llvm::BranchInst& branch, const analysis::Uniformity& uniformity,
                    const analysis::ShapeAnalysis& shapes) {
  if (uniformity.has_uniform_branch(*branch.getParent())) {
    ir::remark(branch, ir::Topic::branch, "uniform", "all lanes go the same way: a branch");
    return;
  }
  ir::remark(
      branch, ir::Topic::branch, "divergent",
      "lanes part: both sides run under masks, one after the other; the condition depends on " +
          why_lanes_differ(*branch.getCondition(), shapes));
}

}  // namespace

std::string why_lanes_differ(const llvm::Value& value, const analysis::ShapeAnalysis& shapes) {
  std::deque<const llvm::Value*> work = {&value};
  llvm::SmallPtrSet<const llvm::Value*, 32> seen;
  while (!work.empty() && seen.size() < most_explained) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(work.front());
    work.pop_front();
    if (instruction == nullptr ||
        shapes.of(instruction).kind == analysis::Shape::Variation::uniform ||
        !seen.insert(instruction).second) {
      continue;
    }
    const std::string source = source_of(*instruction);
    if (!source.empty()) return source;
    if (differs_by_way(*instruction, shapes)) {
      return "the way that a lane took before" + ir::line_of(*instruction);
    }
    for (const llvm::Value* operand : instruction->operand_values()) work.push_back(operand);
  }
  return "values that differ from lane to lane";
}

void explain_uniform_load(const llvm::Instruction& load, const analysis::ShapeAnalysis& shapes) {
  const bool is_broadcast = llvm::any_of(
      load.users(), [&](const llvm::User* user) { return !shapes.of(user).is_scalar(); });
  ir::remark(load, ir::Topic::load, "uniform",
             llvm::Twine("all lanes load from one location: one scalar load") +
                 (is_broadcast ? " and a broadcast" : ""));
}

void explain_control(const llvm::Function& lane_function, const analysis::ControlPlan& plan,
                     const analysis::Uniformity& uniformity, const analysis::ShapeAnalysis& shapes,
                     const llvm::LoopInfo& loops) {
  if (!ir::wants_remarks(lane_function.getContext())) return;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    explain_loop(*loop, plan.level(loop), uniformity, shapes);
  }
  for (const llvm::BasicBlock& block : lane_function) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    const llvm::Loop* loop = loops.getLoopFor(&block);
    const bool ends_loop = loop != nullptr && loop->isLoopExiting(&block);
    if (!ends_loop) explain_branch(*branch, uniformity, shapes);
  }
}

}  // namespace cleave::compiler::pass::report

#include "compiler/pass/analysis/uniformity.h"

#include <llvm/ADT/GenericUniformityImpl.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <optional>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::analysis {
namespace {

/// Returns true if the answer differs within a sub-group, or between the sub-groups of a
/// work-group.
bool differs(ir::LaneIntrinsic intrinsic) {
  switch (intrinsic) {
    case ir::LaneIntrinsic::lane:
    case ir::LaneIntrinsic::part:
    case ir::LaneIntrinsic::local_id:
    case ir::LaneIntrinsic::global_id:
    case ir::LaneIntrinsic::lower_local_id:
    case ir::LaneIntrinsic::lower_global_id:
    case ir::LaneIntrinsic::local_linear_id:
    case ir::LaneIntrinsic::sub_group_exchange:
    case ir::LaneIntrinsic::sub_group_size:
    case ir::LaneIntrinsic::active_lanes:
      return true;
    default:
      return false;
  }
}

/// Returns true if each lane gets a result of its own, whatever the operands are.
bool is_source(const llvm::Instruction& instruction, unsigned parts) {
  if (llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::VAArgInst>(
          instruction)) {
    return true;
  }
  // Another work-group may write what an atomic load reads, between one sub-group and the next.
  const bool of_kernel = parts == 0;
  if (llvm::isa<llvm::LoadInst>(instruction)) {
    if (instruction.isVolatile() || (of_kernel && instruction.isAtomic())) return true;
    // So may sub-groups of this one, where they wait for each other.
    return of_kernel && instruction.getFunction()->hasFnAttribute(ir::has_yield_attribute) &&
           !instruction.hasMetadata(llvm::LLVMContext::MD_invariant_load);
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return false;
  if (ir::collective_of(*call)) return true;
  if (std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(*call)) {
    const bool is_only_part = *intrinsic == ir::LaneIntrinsic::part && parts == 1;
    return differs(*intrinsic) && !is_only_part;
  }
  return !llvm::isa<llvm::IntrinsicInst>(call) && !call->doesNotAccessMemory();
}

bool brings_one_value(const llvm::PHINode& phi) {
  return llvm::all_equal(phi.incoming_values());
}

/// The phis at which lanes may meet that have left a cycle by different ways.
llvm::SmallVector<llvm::PHINode*> phis_behind(const llvm::Cycle& cycle,
                                              const llvm::PostDominatorTree& postdominators) {
  llvm::SmallVector<llvm::BasicBlock*> work;
  cycle.getExitBlocks(work);
  llvm::BasicBlock* end = work.empty() ? nullptr : work.front();
  for (llvm::BasicBlock* exit : work) {
    if (end != nullptr) end = postdominators.findNearestCommonDominator(end, exit);
  }
  llvm::SmallVector<llvm::PHINode*> phis;
  llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen;
  while (!work.empty()) {
    llvm::BasicBlock* block = work.pop_back_val();
    if (!seen.insert(block).second) continue;
    for (llvm::PHINode& phi : block->phis()) {
      if (!brings_one_value(phi)) phis.push_back(&phi);
    }
    if (block != end) llvm::append_range(work, llvm::successors(block));
  }
  return phis;
}

}  // namespace

class Uniformity::Analysis : public llvm::GenericUniformityAnalysisImpl<llvm::SSAContext> {
 public:
  using GenericUniformityAnalysisImpl::GenericUniformityAnalysisImpl;
};

Uniformity::Uniformity(llvm::Function& lane_function, unsigned parts) : dominators_(lane_function) {
  cycles_.compute(lane_function);
  analysis_ = std::make_unique<Analysis>(dominators_, cycles_, nullptr);
  std::optional<SharedVariables> shared;
  if (parts > 0) shared.emplace(lane_function, dominators_, cycles_);
  for (const llvm::Instruction& instruction : llvm::instructions(lane_function)) {
    // Taken as uniform until it turns out to differ.
    if (shared && shared->contains(instruction)) continue;
    const auto collective = ir::collective_of(instruction);
    const bool gives_one_value =
        collective ? collective->gives_one_value() : ir::is_called_once(instruction);
    if (parts == 1 && gives_one_value) {
      analysis_->addUniformOverride(instruction);
    } else if (is_source(instruction, parts)) {
      analysis_->markDivergent(instruction);
    }
  }
  analysis_->compute();
  while (mark_behind_divergent_cycles(lane_function) ||
         (shared && mark_differing_variables(*shared))) {
    analysis_->compute();
  }
}

Uniformity::~Uniformity() = default;

/// LLVM's analysis misses that an exit which all lanes would take together is taken only by those
/// that are still in the cycle: a phi of exits differs then, even if its values are constants.
bool Uniformity::mark_behind_divergent_cycles(llvm::Function& function) {
  const llvm::PostDominatorTree postdominators(function);
  bool changed = false;
  llvm::SmallVector<const llvm::Cycle*> work;
  for (const llvm::Cycle* cycle : cycles_.toplevel_cycles()) work.push_back(cycle);
  while (!work.empty()) {
    const llvm::Cycle* cycle = work.pop_back_val();
    for (const llvm::Cycle* inner : cycle->children()) work.push_back(inner);
    const bool divides = llvm::any_of(
        cycle->blocks(), [&](llvm::BasicBlock* block) { return !has_uniform_branch(*block); });
    if (!divides) continue;
    for (llvm::PHINode* phi : phis_behind(*cycle, postdominators)) {
      if (!is_uniform(*phi)) continue;
      analysis_->markDivergent(*phi);
      changed = true;
    }
  }
  return changed;
}

bool Uniformity::mark_differing_variables(SharedVariables& shared) {
  const std::vector<const llvm::AllocaInst*> differing = shared.take_differing(
      [&](const llvm::Value& value) { return !is_uniform(value); },
      [&](const llvm::BasicBlock& block) { return !has_uniform_branch(block); });
  for (const llvm::AllocaInst* variable : differing) analysis_->markDivergent(*variable);
  return !differing.empty();
}

bool Uniformity::is_uniform(const llvm::Value& value) const {
  return !analysis_->isDivergent(&value);
}

bool Uniformity::has_uniform_branch(const llvm::BasicBlock& block) const {
  return !analysis_->hasDivergentTerminator(block);
}

}  // namespace cleave::compiler::pass::analysis

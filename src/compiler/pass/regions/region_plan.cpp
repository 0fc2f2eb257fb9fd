#include "compiler/pass/regions/region_plan.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <algorithm>

#include "compiler/pass/analysis/control_plan.h"
#include "compiler/pass/analysis/index_arithmetic.h"
#include "compiler/pass/analysis/regular_control.h"
#include "compiler/pass/analysis/uniformity.h"
#include "compiler/pass/ir/object_scopes.h"

namespace cleave::compiler::pass::regions {
namespace {

// Instructions that it pays to compute again instead of keeping their result for every lane.
constexpr unsigned most_recomputed = 24;

using BlockSet = llvm::SmallPtrSet<const llvm::BasicBlock*, 16>;

/// Returns true if the kernel has atomics, volatile accesses or barriers, by which work-items could
/// agree on an order. Calls may hide some.
bool orders_accesses(llvm::Function& kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const llvm::Instruction& one) {
    if (one.isAtomic() || one.isVolatile()) return true;
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&one);
    if (call == nullptr || llvm::isa<llvm::IntrinsicInst>(call)) return false;
    const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(*call);
    return !intrinsic || ir::is_barrier(*intrinsic);
  });
}

class Planner {
 public:
  Planner(llvm::Function& kernel, bool lanes_run_together)
      : kernel_(kernel), lanes_run_together_(lanes_run_together) {}

  RegionPlan run() {
    llvm::removeUnreachableBlocks(kernel_);
    remove_lifetimes();
    if (lanes_run_together_ && has_barriers())
      static_cast<void>(analysis::regularise_control(kernel_));
    plan_.lanes_part = has_active_barriers();
    split_at_barriers(plan_.lanes_part ? barriers_in_order() : all_barriers());
    find_regions();
    plan_.is_unordered = plan_.single() && !orders_accesses(kernel_);
    if (lanes_run_together_ ? !plan_.is_unordered : !plan_.single()) forget_restrict();
    if (!plan_.single()) {
      if (lanes_run_together_) find_uniform();
      recompute_where_used();
      make_variables_of_crossing_values();
      find_lasting_variables();
      plan_.skips_returned = may_end_early() && barriers_may_diverge_ && !plan_.lanes_part;
      plan_.meets_together = !barriers_may_diverge_;
    }
    find_what_regions_access();
    return std::move(plan_);
  }

 private:
  /// Frames outlive what a lifetime marker says of a variable.
  void remove_lifetimes() {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel_))) {
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd()) instruction.eraseFromParent();
    }
  }

  /// `restrict`, and alias scopes of SPIR-V, are promises about one work-item. If the scope is
  /// declared in another region than the access, LLVM would take it for one about all lanes of the
  /// loop. Accesses of lanes that run together are one access each: the promise holds for that if
  /// two lanes that access one location were a race, so where nothing orders them. Scopes of the
  /// launch's objects hold for all its work-items.
  void forget_restrict() {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(kernel_))) {
      ir::keep_scopes(instruction, ir::is_of_objects);
      if (llvm::isa<llvm::NoAliasScopeDeclInst>(instruction)) instruction.eraseFromParent();
    }
  }

  /// Lanes that run together wait for nobody in their sub-group. The barrier stays until widen, so
  /// that no access moves across it before.
  [[nodiscard]] bool divides(const llvm::Instruction& instruction) const {
    std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction);
    if (!intrinsic || !ir::is_barrier(*intrinsic)) return false;
    return *intrinsic == ir::LaneIntrinsic::work_group_barrier || !lanes_run_together_;
  }

  [[nodiscard]] bool has_barriers() const {
    return std::ranges::any_of(llvm::instructions(kernel_),
                               [&](const llvm::Instruction& one) { return divides(one); });
  }

  [[nodiscard]] bool has_active_barriers() const {
    return std::ranges::any_of(llvm::instructions(kernel_), [](const llvm::Instruction& one) {
      return ir::lane_intrinsic_of(one) == ir::LaneIntrinsic::active_barrier;
    });
  }

  [[nodiscard]] std::vector<llvm::Instruction*> all_barriers() const {
    std::vector<llvm::Instruction*> barriers;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      if (divides(instruction)) barriers.push_back(&instruction);
    }
    return barriers;
  }

  /// Returns the barriers where lanes may diverge in the order of control flow, which it makes
  /// reconverge first, also at the end of each iteration of a loop, before some lanes are an
  /// iteration ahead.
  std::vector<llvm::Instruction*> barriers_in_order() {
    const auto control = analysis::regularise_control(kernel_);
    for (llvm::Loop* loop : control->info().getLoopsInPreorder()) {
      const bool meets = llvm::any_of(loop->blocks(), [&](llvm::BasicBlock* block) {
        return llvm::any_of(*block, [&](llvm::Instruction& one) { return divides(one); });
      });
      if (!meets) continue;
      llvm::IRBuilder<> builder(loop->getLoopLatch()->getTerminator());
      ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::active_barrier);
    }
    const analysis::Uniformity uniformity(kernel_, 0);
    const analysis::ControlPlan control_plan(kernel_, control->info(), uniformity);
    std::vector<llvm::Instruction*> barriers;
    add_barriers(control_plan, control_plan.level(nullptr), barriers);
    std::ranges::stable_partition(barriers, [](const llvm::Instruction* barrier) {
      return ir::lane_intrinsic_of(*barrier) != ir::LaneIntrinsic::work_group_barrier;
    });
    return barriers;
  }

  void add_barriers(const analysis::ControlPlan& control_plan, const analysis::PlanLevel& level,
                    std::vector<llvm::Instruction*>& barriers) const {
    for (const analysis::Node& node : level.nodes) {
      if (const analysis::PlanLevel* inner = control_plan.level_inside(node)) {
        add_barriers(control_plan, *inner, barriers);
        continue;
      }
      for (llvm::Instruction& instruction : *node.block) {
        if (divides(instruction)) barriers.push_back(&instruction);
      }
    }
  }

  void find_uniform() {
    const analysis::Uniformity uniformity(kernel_, 0);
    const llvm::PostDominatorTree postdominators(kernel_);
    const BlockSet before_barriers = blocks_before_barriers();
    barriers_may_diverge_ = false;
    for (llvm::BasicBlock& block : kernel_) {
      for (llvm::Instruction& instruction : block) {
        if (uniformity.is_uniform(instruction)) uniform_.insert(&instruction);
      }
      if (barriers_may_diverge_ || uniformity.has_uniform_branch(block)) continue;
      if (!before_barriers.contains(&block)) continue;
      const auto* node = postdominators.getNode(&block);
      const auto* end = node == nullptr ? nullptr : node->getIDom();
      barriers_may_diverge_ = meets_barrier(block, end == nullptr ? nullptr : end->getBlock());
    }
  }

  /// Returns the blocks that end at a barrier, or from whose ends some path leads to one.
  [[nodiscard]] BlockSet blocks_before_barriers() const {
    BlockSet blocks;
    llvm::SmallVector<const llvm::BasicBlock*> work;
    for (const auto& [block, continuation] : plan_.exits) work.push_back(block);
    while (!work.empty()) {
      const llvm::BasicBlock* block = work.pop_back_val();
      if (blocks.insert(block).second) llvm::append_range(work, llvm::predecessors(block));
    }
    return blocks;
  }

  /// Returns true if there is a barrier on some path from the end of `from` to `end`.
  [[nodiscard]] bool meets_barrier(const llvm::BasicBlock& from,
                                   const llvm::BasicBlock* end) const {
    BlockSet seen;
    llvm::SmallVector<const llvm::BasicBlock*> work(llvm::successors(&from));
    while (!work.empty()) {
      const llvm::BasicBlock* block = work.pop_back_val();
      if (block == end || !seen.insert(block).second) continue;
      if (plan_.exits.contains(block)) return true;
      llvm::append_range(work, llvm::successors(block));
    }
    return false;
  }

  void split_at_barriers(const std::vector<llvm::Instruction*>& barriers) {
    plan_.continuations.push_back({&kernel_.getEntryBlock(), ir::LaneIntrinsic::context});
    for (llvm::Instruction* barrier : barriers) {
      llvm::BasicBlock* block = barrier->getParent();
      llvm::BasicBlock* continuation = llvm::SplitBlock(block, barrier->getNextNode());
      // A block with several was divided before, perhaps behind this one.
      const auto behind = plan_.exits.find(block);
      if (behind != plan_.exits.end()) plan_.exits[continuation] = behind->second;
      plan_.exits[block] = static_cast<unsigned>(plan_.continuations.size());
      plan_.continuations.push_back({continuation, *ir::lane_intrinsic_of(*barrier)});
      barrier->eraseFromParent();
    }
    for (unsigned i = 0; i < plan_.continuations.size(); ++i)
      continuation_of_[plan_.continuations[i].block] = i;
  }

  /// Returns the blocks of the region that begins at the continuation, the continuation first.
  [[nodiscard]] std::vector<llvm::BasicBlock*> blocks_from(llvm::BasicBlock* continuation) const {
    std::vector<llvm::BasicBlock*> blocks = {continuation};
    BlockSet seen = {continuation};
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (plan_.exits.contains(blocks[i])) continue;
      for (llvm::BasicBlock* next : llvm::successors(blocks[i])) {
        if (seen.insert(next).second) blocks.push_back(next);
      }
    }
    return blocks;
  }

  void find_regions() {
    for (const Continuation& continuation : plan_.continuations) {
      plan_.regions.push_back(
          {.blocks = blocks_from(continuation.block), .values = {}, .variables = {}});
    }
  }

  /// Finds the values and variables of each region. The time for one region does not depend on how
  /// many values cross barriers elsewhere.
  void find_what_regions_access() {
    llvm::DenseMap<const llvm::AllocaInst*, unsigned> value_of, number_of;
    for (unsigned i = 0; i < plan_.values.size(); ++i) value_of[plan_.values[i].variable] = i;
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr || value_of.contains(variable)) continue;
      number_of[variable] = static_cast<unsigned>(variables.size());
      variables.push_back(variable);
    }
    // Debuggers show variables where nothing accesses them, too.
    std::vector<unsigned> shown;
    for (const llvm::AllocaInst* variable : variables) {
      if (variable->isUsedByMetadata()) shown.push_back(number_of.at(variable));
    }
    for (Region& region : plan_.regions) {
      std::map<unsigned, bool> values;  // is it changed?
      std::set<unsigned> numbers(shown.begin(), shown.end());
      for (const llvm::BasicBlock* block : region.blocks) {
        for (const llvm::Instruction& instruction : *block) {
          for (const llvm::Value* operand : instruction.operand_values()) {
            const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(operand);
            if (variable == nullptr) continue;
            if (const auto value = value_of.find(variable); value != value_of.end()) {
              values[value->second] |= llvm::isa<llvm::StoreInst>(instruction);
            } else {
              numbers.insert(number_of.at(variable));
            }
          }
        }
      }
      for (const auto& [index, is_changed] : values) region.values.push_back({index, is_changed});
      for (const unsigned number : numbers) region.variables.push_back(variables[number]);
    }
  }

  /// Returns the continuations at which the value is live, found by walking from its uses back to
  /// its definition.
  llvm::SmallVector<unsigned> live_continuations(const llvm::Instruction& value) const {
    llvm::SmallVector<unsigned> continuations;
    BlockSet seen;
    llvm::SmallVector<const llvm::BasicBlock*, 16> work;
    const llvm::BasicBlock* definition = value.getParent();
    for (const llvm::Use& use : value.uses()) {
      const llvm::BasicBlock* block = block_of(use);
      if (block != definition) work.push_back(block);
    }
    while (!work.empty()) {
      const llvm::BasicBlock* block = work.pop_back_val();
      if (!seen.insert(block).second) continue;
      auto continuation = continuation_of_.find(block);
      if (continuation != continuation_of_.end()) continuations.push_back(continuation->second);
      for (const llvm::BasicBlock* before : llvm::predecessors(block)) {
        if (before != definition) work.push_back(before);
      }
    }
    return continuations;
  }

  /// A phi uses its operand at the end of the block that the operand comes from.
  static llvm::BasicBlock* block_of(const llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
    return phi == nullptr ? user->getParent() : phi->getIncomingBlock(use);
  }

  static bool is_cheap(const llvm::Instruction& instruction) {
    if (std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(instruction)) {
      return !ir::is_barrier(*intrinsic) && intrinsic != ir::LaneIntrinsic::active_lanes;
    }
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      return load->hasMetadata(llvm::LLVMContext::MD_invariant_load);
    }
    if (llvm::isa<llvm::BinaryOperator>(instruction)) {
      // A sub-group's number is an id divided by W.
      return !instruction.isIntDivRem() ||
             llvm::PatternMatch::match(instruction.getOperand(1), llvm::PatternMatch::m_Power2());
    }
    return llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(
        instruction);
  }

  /// A value of each lane is computed again from uniform values, which are kept once at no cost.
  [[nodiscard]] bool is_kept(const llvm::Value& operand, const llvm::Instruction& value) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&operand);
    return instruction != nullptr && uniform_.contains(instruction) && !uniform_.contains(&value);
  }

  /// Returns true if the value can be computed anywhere from constants, ids, arguments, addresses
  /// of variables and what is kept with at most `budget` instructions. Takes from the budget what
  /// it needs.
  bool is_recomputable(const llvm::Value* value, unsigned& budget) const {
    if (llvm::isa<llvm::Constant>(value) || llvm::isa<llvm::AllocaInst>(value)) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || budget == 0 || !is_cheap(*instruction)) return false;
    --budget;
    return llvm::all_of(instruction->operand_values(), [&](const llvm::Value* operand) {
      return llvm::isa<llvm::Function>(operand) || is_kept(*operand, *instruction) ||
             is_recomputable(operand, budget);
    });
  }

  llvm::Value* recompute(llvm::Value* value, llvm::Instruction* before) const {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || llvm::isa<llvm::AllocaInst>(value)) return value;
    llvm::Instruction* copy = instruction->clone();
    for (llvm::Use& operand : copy->operands()) {
      if (!is_kept(*operand, *instruction)) operand.set(recompute(operand.get(), before));
    }
    copy->insertBefore(before->getIterator());
    return copy;
  }

  void recompute_where_used() {
    std::vector<llvm::Instruction*> instructions;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      instructions.push_back(&instruction);
    }
    // Users first: what is kept for them may be cheap as well.
    for (llvm::Instruction* instruction : llvm::reverse(instructions)) {
      unsigned budget = most_recomputed;
      if (llvm::isa<llvm::AllocaInst>(instruction) || !is_recomputable(instruction, budget) ||
          live_continuations(*instruction).empty()) {
        continue;
      }
      recompute_uses(*instruction);
    }
  }

  void recompute_uses(llvm::Instruction& instruction) const {
    llvm::SmallVector<llvm::Use*> uses(llvm::make_pointer_range(instruction.uses()));
    for (llvm::Use* use : uses) {
      llvm::BasicBlock* block = block_of(*use);
      if (block == instruction.getParent()) continue;
      auto* user = llvm::cast<llvm::Instruction>(use->getUser());
      bool is_phi = llvm::isa<llvm::PHINode>(user);
      llvm::Value* copy = recompute(&instruction, is_phi ? block->getTerminator() : user);
      // A phi may name one block several times, with one value.
      if (is_phi) {
        llvm::cast<llvm::PHINode>(user)->setIncomingValueForBlock(block, copy);
      } else {
        use->set(copy);
      }
    }
  }

  /// A bit of each lane would be gathered bit by bit: it crosses as a byte.
  void make_bytes_of_crossing_bits() {
    std::vector<llvm::Instruction*> bits;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      if (instruction.getType()->isIntegerTy(1) && !live_continuations(instruction).empty()) {
        bits.push_back(&instruction);
      }
    }
    for (llvm::Instruction* bit : bits) {
      llvm::SmallVector<llvm::Use*> uses;
      for (llvm::Use& use : bit->uses()) {
        if (block_of(use) != bit->getParent()) uses.push_back(&use);
      }
      llvm::IRBuilder<> builder(bit->getContext());
      builder.SetInsertPoint(*bit->getInsertionPointAfterDef());
      builder.SetCurrentDebugLocation(bit->getDebugLoc());
      auto* byte = llvm::cast<llvm::Instruction>(builder.CreateZExt(bit, builder.getInt8Ty()));
      if (uniform_.contains(bit)) uniform_.insert(byte);
      for (llvm::Use* use : uses) {
        auto* user = llvm::cast<llvm::Instruction>(use->getUser());
        auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
        builder.SetInsertPoint(phi == nullptr ? user : block_of(*use)->getTerminator());
        llvm::Value* again = builder.CreateTrunc(byte, builder.getInt1Ty());
        if (phi == nullptr) {
          use->set(again);
        } else {  // it may name one block several times, with one value
          phi->setIncomingValueForBlock(block_of(*use), again);
        }
      }
    }
  }

  void make_variables_of_crossing_values() {
    make_bytes_of_crossing_bits();
    struct Crossing {
      llvm::Instruction* value;
      llvm::BitVector live_at;
      bool is_computed;
    };
    const auto is_uniform = [&](const llvm::Instruction& one) { return uniform_.contains(&one); };
    std::vector<Crossing> crossing;
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.use_empty()) continue;
      const llvm::SmallVector<unsigned> continuations = live_continuations(instruction);
      if (continuations.empty()) continue;
      llvm::BitVector live_at(static_cast<unsigned>(plan_.continuations.size()));
      for (const unsigned continuation : continuations) live_at.set(continuation);
      crossing.push_back({&instruction, std::move(live_at),
                          analysis::is_computed_from_ids(instruction, is_uniform)});
    }
    for (auto& [instruction, continuations, is_computed] : crossing) {
      const bool is_shared = uniform_.contains(instruction);
      llvm::AllocaInst* variable = llvm::DemoteRegToStack(*instruction);
      plan_.values.push_back({variable, std::move(continuations), is_shared, is_computed});
      value_variables_.insert(variable);
    }
  }

  /// Returns true if the variable is only reached through loads, stores and addresses computed from
  /// it.
  static bool is_only_accessed(const llvm::Value& address) {
    for (const llvm::User* user : address.users()) {
      if (llvm::isa<llvm::LoadInst>(user)) continue;
      if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == &address) return false;
      } else if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
        if (!is_only_accessed(*user)) return false;
      } else if (!llvm::isa<llvm::MemIntrinsic>(user)) {
        return false;
      }
    }
    return true;
  }

  void find_lasting_variables() {
    for (llvm::Instruction& instruction : llvm::instructions(kernel_)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr || value_variables_.contains(variable)) continue;
      if (!live_continuations(*variable).empty() || !is_only_accessed(*variable)) {
        plan_.variables.push_back(variable);
      }
    }
  }

  /// How the lanes of a region may leave it.
  struct RegionOutcome {
    bool ends = false;
    bool meets_work_group = false;
    std::vector<unsigned> sub_group_continuations;
  };

  [[nodiscard]] RegionOutcome outcome_of(const Region& region) const {
    RegionOutcome outcome;
    for (const llvm::BasicBlock* block : region.blocks) {
      auto exit = plan_.exits.find(block);
      if (exit == plan_.exits.end()) {
        outcome.ends |= llvm::isa<llvm::ReturnInst>(block->getTerminator());
      } else if (plan_.continuations[exit->second].is_of_sub_group()) {
        outcome.sub_group_continuations.push_back(exit->second);
      } else {
        outcome.meets_work_group = true;
      }
    }
    return outcome;
  }

  /// Returns the regions from which a sub-group may come to one of `goals` before it waits for the
  /// work-group, and `goals`.
  static llvm::BitVector regions_before(const llvm::BitVector& goals,
                                        const std::vector<RegionOutcome>& outcomes) {
    std::vector<std::vector<unsigned>> before(outcomes.size());
    for (unsigned i = 0; i < outcomes.size(); ++i) {
      for (const unsigned continuation : outcomes[i].sub_group_continuations)
        before[continuation].push_back(i);
    }
    llvm::BitVector found = goals;
    llvm::SmallVector<unsigned> work(goals.set_bits_begin(), goals.set_bits_end());
    while (!work.empty()) {
      for (const unsigned region : before[work.pop_back_val()]) {
        if (found.test(region)) continue;
        found.set(region);
        work.push_back(region);
      }
    }
    return found;
  }

  /// Returns true if a lane may return while others of its sub-group go on, or a sub-group while
  /// other sub-groups go on, perhaps after different sub-group barriers.
  [[nodiscard]] bool may_end_early() const {
    const auto count = static_cast<unsigned>(plan_.regions.size());
    std::vector<RegionOutcome> outcomes;
    llvm::BitVector ends(count), goes_on(count);
    for (unsigned i = 0; i < count; ++i) {
      outcomes.push_back(outcome_of(plan_.regions[i]));
      if (outcomes[i].ends && !outcomes[i].sub_group_continuations.empty()) return true;
      ends[i] = outcomes[i].ends;
      goes_on[i] = outcomes[i].meets_work_group;
    }
    return regions_before(ends, outcomes).anyCommon(regions_before(goes_on, outcomes));
  }

  llvm::Function& kernel_;
  bool lanes_run_together_;
  RegionPlan plan_;
  llvm::DenseSet<const llvm::Instruction*> uniform_;
  bool barriers_may_diverge_ = true;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> continuation_of_;
  std::set<const llvm::AllocaInst*> value_variables_;
};

}  // namespace

std::set<uint32_t> outcomes(const RegionPlan& plan, unsigned index) {
  std::set<uint32_t> outcomes;
  // Those that returned in an earlier region do so again.
  if (plan.skips_returned && index != 0) outcomes.insert(returned);
  for (const llvm::BasicBlock* block : plan.regions[index].blocks) {
    auto exit = plan.exits.find(block);
    if (exit != plan.exits.end()) {
      outcomes.insert(exit->second);
    } else if (llvm::isa<llvm::ReturnInst>(block->getTerminator())) {
      outcomes.insert(returned);
    }
  }
  return outcomes;
}

RegionPlan plan_regions(llvm::Function& kernel, bool lanes_run_together) {
  return Planner(kernel, lanes_run_together).run();
}

}  // namespace cleave::compiler::pass::regions

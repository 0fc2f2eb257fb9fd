#include "compiler/pass/regions/active_bound.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <set>
#include <vector>

#include "compiler/pass/analysis/uniformity.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::pass::regions {
namespace {

using llvm::Value;
using Of = ActiveBound::Of;

// Greater than any id, and small enough that one more does not overflow.
constexpr uint64_t beyond_all_ids = uint64_t{1} << 30;

/// The outcome of a comparison for a work-item whose id is beyond all bounds.
struct GuardBound {
  Value* bound;    // i32: from this id on the condition is always …
  bool condition;  // … this
  Of of;
};

class ActiveBoundBuilder {
 public:
  ActiveBoundBuilder(llvm::Function& kernel, const RegionPlan& plan, const FrameLayout& frame,
                     unsigned index)
      : kernel_(kernel), plan_(plan), frame_(frame), index_(index), builder_(kernel.getContext()) {}

  std::optional<ActiveBound> build() {
    create_function();
    copy_region();
    llvm::DominatorTree dominators(*function_);
    llvm::PromoteMemToReg(shared_variables_, dominators);
    if (!writes()) {
      function_->eraseFromParent();
      return ActiveBound{nullptr, Of::work_group};
    }
    const analysis::Uniformity uniformity(*function_, 0);
    uniformity_ = &uniformity;
    if (follow(*function_->getEntryBlock().getSingleSuccessor(), false) && returns_ &&
        is_pure_enough()) {
      return ActiveBound{function_, of_.value_or(Of::work_group)};
    }
    function_->eraseFromParent();
    return std::nullopt;
  }

 private:
  void create_function() {
    llvm::SmallVector<llvm::Type*> parameters(frame_.shared_type == nullptr ? 1 : 2,
                                              builder_.getPtrTy());
    auto* type = llvm::FunctionType::get(builder_.getInt32Ty(), parameters, false);
    function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage,
                                       kernel_.getName() + ".limit" + llvm::Twine(index_),
                                       kernel_.getParent());
    function_->setAttributes(llvm::AttributeList::get(
        kernel_.getContext(), kernel_.getAttributes().getFnAttrs(), {}, {}));
    function_->removeFnAttr(ir::kernel_attribute);
    function_->removeFnAttr(llvm::Attribute::NoInline);
  }

  /// The region's blocks; a way that ends it returns the limit. Values of single work-items that
  /// are alive when it begins stay in variables, of which nothing is known.
  void copy_region() {
    auto* entry = llvm::BasicBlock::Create(kernel_.getContext(), "entry", function_);
    builder_.SetInsertPoint(entry);
    const Region& region = plan_.regions[index_];
    for (const llvm::AllocaInst* variable : region.variables) {
      values_[variable] = builder_.Insert(variable->clone());
    }
    limit_ = builder_.CreateAlloca(builder_.getInt32Ty(), nullptr, "limit");
    builder_.CreateStore(builder_.getInt32(0), limit_);
    for (const Region::UsedValue& value : region.values) begin_with(plan_.values[value.index]);
    for (llvm::BasicBlock* original : region.blocks) {
      values_[original] = llvm::CloneBasicBlock(original, values_, "", function_);
    }
    builder_.CreateBr(copy_of(*region.blocks.front()));
    for (llvm::BasicBlock* original : region.blocks) complete(*original);
  }

  llvm::BasicBlock* copy_of(llvm::BasicBlock& original) {
    return llvm::cast<llvm::BasicBlock>(values_[&original]);
  }

  void begin_with(const CrossingValue& value) {
    auto* variable = llvm::cast<llvm::AllocaInst>(builder_.Insert(value.variable->clone()));
    values_[value.variable] = variable;
    if (!value.is_uniform) return;
    shared_variables_.push_back(variable);
    if (!value.live_at.test(index_)) return;
    Value* address = builder_.CreateStructGEP(frame_.shared_type, function_->getArg(1),
                                              frame_.shared.at(value.variable));
    builder_.CreateStore(builder_.CreateLoad(variable->getAllocatedType(), address), variable);
  }

  void complete(llvm::BasicBlock& original) {
    llvm::BasicBlock& copy = *copy_of(original);
    for (llvm::PHINode& phi : copy.phis()) {
      for (unsigned i = phi.getNumIncomingValues(); i-- > 0;) {
        if (values_.count(phi.getIncomingBlock(i)) == 0) {
          phi.removeIncomingValue(i, /*DeletePHIIfEmpty=*/false);
        }
      }
    }
    const bool ends =
        plan_.exits.contains(&original) || llvm::isa<llvm::ReturnInst>(original.getTerminator());
    if (ends) {
      copy.getTerminator()->eraseFromParent();
      return_limit(copy);
    }
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(copy)) {
      const bool is_variable = llvm::isa<llvm::AllocaInst>(instruction);
      if (is_variable || llvm::isa<llvm::FenceInst>(instruction) ||
          is_sub_group_barrier(instruction)) {
        instruction.eraseFromParent();
        continue;
      }
      instruction.setDebugLoc({});
      instruction.dropDbgRecords();
      llvm::RemapInstruction(&instruction, values_,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
    }
  }

  static bool is_sub_group_barrier(const llvm::Instruction& instruction) {
    return ir::lane_intrinsic_of(instruction) == ir::LaneIntrinsic::sub_group_barrier;
  }

  /// Ends the block, which has no terminator, with the limit that has been found on the way.
  void return_limit(llvm::BasicBlock& block) {
    llvm::IRBuilder<> at_end(&block);
    at_end.CreateRet(at_end.CreateLoad(at_end.getInt32Ty(), limit_));
  }

  /// From the instruction on, all sub-groups are needed.
  void return_no_limit(llvm::Instruction& from) {
    llvm::BasicBlock& block = *from.getParent();
    for (llvm::BasicBlock* next : llvm::successors(&block)) next->removePredecessor(&block, true);
    while (&block.back() != &from) erase(block.back());
    erase(from);
    llvm::IRBuilder<>(&block).CreateRet(builder_.getInt32(UINT32_MAX));
  }

  static void erase(llvm::Instruction& instruction) {
    if (!instruction.use_empty()) {
      instruction.replaceAllUsesWith(llvm::PoisonValue::get(instruction.getType()));
    }
    instruction.eraseFromParent();
  }

  /// Returns true if others, or the work-item itself later, may see that the instruction has run.
  [[nodiscard]] bool has_effect(const llvm::Instruction& instruction) const {
    if (instruction.isTerminator()) return false;
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      if (intrinsic->isAssumeLikeIntrinsic()) return false;
    }
    return instruction.mayHaveSideEffects() || instruction.isAtomic();
  }

  [[nodiscard]] bool writes() const {
    return llvm::any_of(llvm::instructions(*function_), [&](const llvm::Instruction& one) {
      return has_effect(one) && !is_limit(one);
    });
  }

  /// Follows the work-item from the begin of the block. `is_guarded`: not all others go this way.
  /// Returns false if its way is unknown.
  bool follow(llvm::BasicBlock& block, bool is_guarded) {
    if (on_way_.contains(&block)) return false;
    if (!(is_guarded ? seen_guarded_ : seen_).insert(&block).second) return true;
    for (llvm::Instruction& instruction : block) {
      if (!has_effect(instruction) || is_limit(instruction)) continue;
      return_no_limit(instruction);
      return true;
    }
    llvm::Instruction* end = block.getTerminator();
    if (llvm::isa<llvm::ReturnInst>(end)) {
      returns_ = true;
      return true;
    }
    if (end->getNumSuccessors() > 1 && !uniformity_->has_uniform_branch(block)) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(end);
      std::optional<GuardBound> guard;
      if (branch != nullptr) guard = guard_of(branch->getCondition(), *branch);
      if (!guard || (of_ && *of_ != guard->of)) {
        return_no_limit(*end);
        return true;
      }
      of_ = guard->of;
      take(*branch, *guard);
      is_guarded = true;
    }
    on_way_.insert(&block);
    bool known = true;
    for (llvm::BasicBlock* next : llvm::successors(&block))
      known = known && follow(*next, is_guarded);
    on_way_.erase(&block);
    return known;
  }

  /// Makes the branch go the way of the work-item, and raises the limit to the guard's bound:
  /// work-items with lesser ids have work.
  void take(llvm::BranchInst& branch, const GuardBound& guard) {
    llvm::BasicBlock* way = branch.getSuccessor(guard.condition ? 0 : 1);
    llvm::BasicBlock* other = branch.getSuccessor(guard.condition ? 1 : 0);
    llvm::IRBuilder<> at(&branch);
    Value* limit = at.CreateLoad(at.getInt32Ty(), limit_);
    at.CreateStore(at.CreateBinaryIntrinsic(llvm::Intrinsic::umax, limit, guard.bound), limit_);
    if (other != way) other->removePredecessor(branch.getParent(), true);
    at.CreateBr(way);
    branch.eraseFromParent();
  }

  /// Returns the id that the value is, converted or not; nullopt: it is none.
  static std::optional<Of> id_of(const Value* value) {
    while (const auto* cast = llvm::dyn_cast<llvm::CastInst>(value)) {
      const bool keeps = llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(cast) &&
                         cast->getType()->isIntegerTy() &&
                         cast->getType()->getIntegerBitWidth() >= 32;
      if (!keeps) return std::nullopt;
      value = cast->getOperand(0);
    }
    const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
    if (call == nullptr) return std::nullopt;
    const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(*call);
    if (intrinsic == ir::LaneIntrinsic::local_linear_id) return Of::items;
    if (intrinsic != ir::LaneIntrinsic::local_id) return std::nullopt;
    const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
    if (dimension == nullptr || dimension->uge(2)) return std::nullopt;
    return dimension->isZero() ? Of::x : Of::y;
  }

  std::optional<GuardBound> guard_of(Value* condition, llvm::Instruction& before) {
    using namespace llvm::PatternMatch;
    Value *left = nullptr, *right = nullptr;
    if (match(condition, m_Not(m_Value(left)))) {
      std::optional<GuardBound> guard = guard_of(left, before);
      if (guard) guard->condition = !guard->condition;
      return guard;
    }
    const bool both = match(condition, m_LogicalAnd(m_Value(left), m_Value(right)));
    if (both || match(condition, m_LogicalOr(m_Value(left), m_Value(right)))) {
      // One side alone decides.
      for (Value* side : {left, right}) {
        std::optional<GuardBound> guard = guard_of(side, before);
        if (guard && guard->condition != both) return guard;
      }
      return std::nullopt;
    }
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
    return compare == nullptr ? std::nullopt : guard_of_comparison(*compare, before);
  }

  std::optional<GuardBound> guard_of_comparison(llvm::ICmpInst& compare,
                                                llvm::Instruction& before) {
    llvm::CmpInst::Predicate predicate = compare.getPredicate();
    Value *id = compare.getOperand(0), *with = compare.getOperand(1);
    if (!id_of(id)) {
      std::swap(id, with);
      predicate = llvm::CmpInst::getSwappedPredicate(predicate);
    }
    const std::optional<Of> of = id_of(id);
    if (!of || !uniformity_->is_uniform(*with)) return std::nullopt;
    llvm::IRBuilder<> at(&before);
    // Ids are not negative: a bound that is means the same as 0.
    llvm::Type* type = with->getType();
    if (llvm::CmpInst::isSigned(predicate)) {
      const bool takes_equal =
          predicate == llvm::CmpInst::ICMP_SLE || predicate == llvm::CmpInst::ICMP_SGT;
      with = at.CreateBinaryIntrinsic(llvm::Intrinsic::smax, with,
                                      llvm::ConstantInt::getSigned(type, takes_equal ? -1 : 0));
      if (takes_equal) with = at.CreateAdd(with, llvm::ConstantInt::get(type, 1));
    }
    with = at.CreateBinaryIntrinsic(llvm::Intrinsic::umin, with,
                                    llvm::ConstantInt::get(type, beyond_all_ids));
    Value* bound = at.CreateTrunc(with, at.getInt32Ty());
    Value* next = at.CreateAdd(bound, at.getInt32(1));
    switch (predicate) {
      case llvm::CmpInst::ICMP_ULT:
      case llvm::CmpInst::ICMP_SLT:
      case llvm::CmpInst::ICMP_SLE:
        return GuardBound{bound, false, *of};
      case llvm::CmpInst::ICMP_UGE:
      case llvm::CmpInst::ICMP_SGE:
      case llvm::CmpInst::ICMP_SGT:
        return GuardBound{bound, true, *of};
      case llvm::CmpInst::ICMP_ULE:
      case llvm::CmpInst::ICMP_EQ:
        return GuardBound{next, false, *of};
      case llvm::CmpInst::ICMP_UGT:
      case llvm::CmpInst::ICMP_NE:
        return GuardBound{next, true, *of};
      default:
        return std::nullopt;
    }
  }

  /// Returns true if the remaining code needs nothing of a single work-item, and reads nothing that
  /// perhaps no work-item reads.
  bool is_pure_enough() {
    llvm::removeUnreachableBlocks(*function_);
    for (bool changed = true; changed;) {
      changed = false;
      for (llvm::Instruction& one : llvm::make_early_inc_range(llvm::instructions(*function_))) {
        if (one.use_empty() && !one.isTerminator() && !has_effect(one)) {
          one.eraseFromParent();
          changed = true;
        }
      }
    }
    for (llvm::Instruction& one : llvm::make_early_inc_range(llvm::instructions(*function_))) {
      if (ir::lane_intrinsic_of(one) == ir::LaneIntrinsic::context) {
        one.replaceAllUsesWith(function_->getArg(0));
        one.eraseFromParent();
        continue;
      }
      if (ir::lane_intrinsic_of(one)) return false;
      if (one.isDebugOrPseudoInst()) continue;
      if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&one)) {
        if (variable != limit_) return false;
      }
      if (seen_guarded_.contains(one.getParent()) && one.mayReadFromMemory() && !is_limit(one) &&
          !one.hasMetadata(llvm::LLVMContext::MD_invariant_load)) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool is_limit(const llvm::Instruction& instruction) const {
    return llvm::getLoadStorePointerOperand(&instruction) == limit_;
  }

  llvm::Function& kernel_;
  const RegionPlan& plan_;
  const FrameLayout& frame_;
  unsigned index_;
  llvm::IRBuilder<> builder_;
  llvm::Function* function_ = nullptr;
  llvm::AllocaInst* limit_ = nullptr;  // found so far
  llvm::ValueToValueMapTy values_;
  std::vector<llvm::AllocaInst*> shared_variables_;
  const analysis::Uniformity* uniformity_ = nullptr;
  std::set<const llvm::BasicBlock*> seen_, on_way_, seen_guarded_;
  std::optional<Of> of_;
  bool returns_ = false;
};

}  // namespace

std::optional<ActiveBound> build_active_bound(llvm::Function& kernel, const RegionPlan& plan,
                                              const FrameLayout& frame, unsigned index) {
  if (plan.single() || !plan.meets_together) return std::nullopt;
  return ActiveBoundBuilder(kernel, plan, frame, index).build();
}

}  // namespace cleave::compiler::pass::regions

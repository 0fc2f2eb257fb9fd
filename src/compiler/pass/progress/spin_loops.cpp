#include "compiler/pass/progress/spin_loops.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "builtins/index.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/progress/cas_retry_loops.h"

namespace cleave::compiler::pass::progress {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;

// A loop with a computable trip count is no spin loop.
constexpr unsigned most_counted_iterations = 1024;

/// Returns true for memory that only the work-item itself can reach.
bool is_own_variable(const llvm::Value* address) {
  return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(address));
}

bool looks_itself(const Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    return (load->isVolatile() || load->isAtomic()) && !is_own_variable(load->getPointerOperand());
  }
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    return fence->getOrdering() != llvm::AtomicOrdering::Release && !ir::stands_at_barrier(*fence);
  }
  // An atomic operation whose result is unused reads nothing.
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
    return !instruction.use_empty();
  }
  if (const auto* copy = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    return copy->isVolatile();
  }
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  if (call == nullptr) return false;
  const llvm::Function* callee = call->getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) return false;
  // A function of the language, which has no body before built-ins are linked.
  const auto definition = builtins::find(callee->getName());
  if (!definition || !definition->is(builtins::Trait::observes_memory)) return false;
  const bool gives_something = !call->getType()->isVoidTy();
  return !gives_something || !call->use_empty() ||
         definition->is(builtins::Trait::compares_and_exchanges);  // which tells by a pointer too
}

/// The values that a loop computes from what others write.
class Findings {
 public:
  Findings(const Loop& loop, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
           const SharedReads& observers)
      : loop_(loop), loops_(loops), evolution_(evolution), observers_(observers) {
    for (BasicBlock* block : loop.blocks()) {
      for (Instruction& instruction : *block) {
        if (is_source(instruction)) found_.insert(&instruction);
      }
    }
    while (spread()) continue;
  }

  /// Returns true if an end of the loop depends on a value that was found.
  [[nodiscard]] bool decide_when_to_leave() const {
    llvm::SmallVector<BasicBlock*> blocks;
    loop_.getExitingBlocks(blocks);
    return std::ranges::any_of(blocks, [&](const BasicBlock* block) {
      return divides(*block) && is_left_from(*block) && !counts_to_bound(*block);
    });
  }

 private:
  [[nodiscard]] bool is_source(const Instruction& instruction) const {
    if (observers_.looks(instruction)) return true;
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      constexpr unsigned spir_constant_space = 2;
      return !load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
             load->getPointerAddressSpace() != spir_constant_space;
    }
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return call != nullptr && !ir::lane_intrinsic_of(*call) && call->mayReadFromMemory();
  }

  [[nodiscard]] bool is_found(const llvm::Value* value) const {
    const auto* instruction = llvm::dyn_cast<Instruction>(value);
    return instruction != nullptr && found_.contains(instruction);
  }

  /// Returns true if a value that was found decides which way the block's branch goes.
  [[nodiscard]] bool divides(const BasicBlock& block) const {
    const Instruction* end = block.getTerminator();
    return end->getNumSuccessors() > 1 && is_found(end->getOperand(0));
  }

  /// A front end writes exits that are never taken: the default of a switch over the ways out of a
  /// scope.
  [[nodiscard]] bool is_left_from(const BasicBlock& block) const {
    return llvm::any_of(llvm::successors(&block), [&](const BasicBlock* next) {
      return !loop_.contains(next) && !llvm::isa<llvm::UnreachableInst>(next->getTerminator());
    });
  }

  /// Returns true if the loop is left when a counter reaches a number in memory. If nobody writes
  /// there it is left all the same.
  [[nodiscard]] bool counts_to_bound(const BasicBlock& block) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    const auto* comparison =
        branch == nullptr ? nullptr : llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (comparison == nullptr) return false;
    llvm::Value* const first = comparison->getOperand(0);
    llvm::Value* const second = comparison->getOperand(1);
    return (is_counter(first) && is_bound(second)) || (is_counter(second) && is_bound(first));
  }
  [[nodiscard]] bool is_counter(llvm::Value* value) const {
    if (!evolution_.isSCEVable(value->getType())) return false;
    const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution_.getSCEV(value));
    return counter != nullptr && counter->getLoop() == &loop_ && counter->isAffine() &&
           llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(evolution_));
  }
  [[nodiscard]] bool is_bound(llvm::Value* value) const {
    while (llvm::isa<llvm::CastInst>(value)) value = llvm::cast<Instruction>(value)->getOperand(0);
    auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    return load != nullptr && load->isSimple() &&
           evolution_.isLoopInvariant(evolution_.getSCEV(load->getPointerOperand()), &loop_);
  }

  /// Returns true if a branch inside the loop, or out of an inner one, depends on a value that was
  /// found.
  [[nodiscard]] bool has_divided_ways() const {
    return std::ranges::any_of(loop_.blocks(), [&](const BasicBlock* block) {
      const auto stays = [&](const BasicBlock* next) { return loop_.contains(next); };
      return divides(*block) && llvm::count_if(llvm::successors(block), stays) > 1;
    });
  }

  [[nodiscard]] bool is_header(const BasicBlock& block) const {
    return loops_.isLoopHeader(&block);
  }

  bool spread() {
    const bool ways_differ = has_divided_ways();
    const size_t before = found_.size();
    for (BasicBlock* block : loop_.blocks()) {
      for (Instruction& instruction : *block) {
        if (found_.contains(&instruction)) continue;
        const bool meets = llvm::isa<llvm::PHINode>(instruction) && !is_header(*block);
        // How often an inner loop ran shows in what it leaves behind.
        const bool is_new =
            (meets && ways_differ) ||
            llvm::any_of(instruction.operands(), [&](const llvm::Use& use) {
              return is_found(use.get()) || (ways_differ && comes_from_inner(use, *block));
            });
        if (is_new) found_.insert(&instruction);
      }
    }
    return found_.size() != before;
  }

  [[nodiscard]] bool comes_from_inner(const llvm::Use& use, const BasicBlock& user) const {
    const auto* from = llvm::dyn_cast<Instruction>(use.get());
    if (from == nullptr || !loop_.contains(from)) return false;
    const Loop* inner = loops_.getLoopFor(from->getParent());
    return !inner->contains(&user);
  }

  const Loop& loop_;
  const llvm::LoopInfo& loops_;
  llvm::ScalarEvolution& evolution_;
  const SharedReads& observers_;
  std::set<const Instruction*> found_;
};

bool is_waiting(const Loop& loop, const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                const SharedReads& observers) {
  const bool looks = std::ranges::any_of(loop.blocks(), [&](const BasicBlock* block) {
    return std::ranges::any_of(*block,
                               [&](const Instruction& one) { return observers.looks(one); });
  });
  if (!looks) return false;
  if (only_tries_again(loop, loops)) return false;
  const unsigned most = evolution.getSmallConstantMaxTripCount(&loop);
  if (most != 0 && most <= most_counted_iterations) return false;
  return Findings(loop, loops, evolution, observers).decide_when_to_leave();
}

}  // namespace

SharedReads::SharedReads(const llvm::Module& module) {
  llvm::SmallVector<const llvm::Function*> work;
  for (const llvm::Function& function : module) {
    if (llvm::any_of(llvm::instructions(function), looks_itself)) work.push_back(&function);
  }
  while (!work.empty()) {
    const llvm::Function* function = work.pop_back_val();
    if (!functions_.insert(function).second) continue;
    for (const llvm::User* user : function->users()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && call->getCalledFunction() == function) {
        work.push_back(call->getFunction());
      }
    }
  }
}

bool SharedReads::looks(const Instruction& instruction) const {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return (callee != nullptr && functions_.contains(callee)) || looks_itself(instruction);
}

std::vector<Loop*> spin_loops(const llvm::LoopInfo& loops, llvm::ScalarEvolution& evolution,
                              const SharedReads& observers) {
  std::vector<Loop*> waiting;
  const auto outer_first = loops.getLoopsInPreorder();
  for (Loop* loop : llvm::reverse(outer_first)) {
    if (is_waiting(*loop, loops, evolution, observers)) waiting.push_back(loop);
  }
  return waiting;
}

}  // namespace cleave::compiler::pass::progress

#include "compiler/pass/progress/cas_retry_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

namespace cleave::compiler::pass::progress {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

/// Returns the only instruction of the loop that changes memory or waits for others, if that is one
/// compare-exchange that each iteration executes once at most.
const llvm::AtomicCmpXchgInst* only_writer(const Loop& loop, const llvm::LoopInfo& loops) {
  const llvm::AtomicCmpXchgInst* writer = nullptr;
  for (const BasicBlock* block : loop.blocks()) {
    for (const Instruction& instruction : *block) {
      if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        if (writer != nullptr || loops.getLoopFor(block) != &loop) return nullptr;
        writer = exchange;
        continue;
      }
      const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (intrinsic != nullptr && intrinsic->isAssumeLikeIntrinsic()) continue;
      if (llvm::isa<llvm::LoadInst>(instruction)) continue;
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (instruction.mayWriteToMemory() || (call != nullptr && call->isConvergent())) {
        return nullptr;
      }
    }
  }
  return writer;
}

/// Returns the value before bitcasts.
const Value* bits_of(const Value* value) {
  while (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(value)) value = cast->getOperand(0);
  return value;
}

class Attempt {
 public:
  Attempt(const Loop& loop, const llvm::AtomicCmpXchgInst& exchange)
      : loop_(loop), exchange_(exchange) {}

  /// Returns true if the expected value was read from its location since the iteration before.
  [[nodiscard]] bool expects_what_it_found() const {
    const Value* expected = bits_of(exchange_.getCompareOperand());
    if (is_looked_up(expected)) return true;
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(expected);
    if (phi == nullptr || phi->getParent() != loop_.getHeader()) return false;
    if (!loop_.isLoopInvariant(exchange_.getPointerOperand())) return false;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      if (!loop_.contains(phi->getIncomingBlock(i))) continue;
      const Value* next = bits_of(phi->getIncomingValue(i));
      if (!is_found(next) && !is_looked_up(next)) return false;
    }
    return true;
  }

  /// Returns true if every path round the loop passes a branch that is taken when the exchange has
  /// failed.
  [[nodiscard]] bool alone_goes_round() const {
    llvm::SmallPtrSet<const BasicBlock*, 16> seen;
    llvm::SmallVector<const BasicBlock*> work = {loop_.getHeader()};
    while (!work.empty()) {
      const BasicBlock* block = work.pop_back_val();
      if (!seen.insert(block).second) continue;
      const BasicBlock* after_failure = where_failure_goes(*block);
      for (const BasicBlock* next : llvm::successors(block)) {
        if (next == after_failure || !loop_.contains(next)) continue;
        if (next == loop_.getHeader()) return false;
        work.push_back(next);
      }
    }
    return true;
  }

 private:
  /// Returns true if a load in the loop reads the value from the exchange's location.
  [[nodiscard]] bool is_looked_up(const Value* value) const {
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(value);
    if (load == nullptr || !loop_.contains(load)) return false;
    const llvm::DataLayout& layout = load->getDataLayout();
    return load->getPointerOperand()->stripPointerCasts() ==
               exchange_.getPointerOperand()->stripPointerCasts() &&
           layout.getTypeStoreSize(load->getType()) ==
               layout.getTypeStoreSize(exchange_.getCompareOperand()->getType());
  }

  /// Returns true if the exchange itself reads the value.
  [[nodiscard]] bool is_found(const Value* value) const {
    if (const auto* either = llvm::dyn_cast<llvm::SelectInst>(value)) {
      return succeeded(either->getCondition()) && is_found(bits_of(either->getFalseValue()));
    }
    return is_part(value, 0);
  }

  [[nodiscard]] bool succeeded(const Value* condition) const {
    if (is_part(condition, 1)) return true;
    return compares(condition, llvm::CmpInst::ICMP_EQ);
  }

  [[nodiscard]] bool failed(const Value* condition) const {
    using namespace llvm::PatternMatch;
    const Value* opposite = nullptr;
    if (match(condition, m_Not(m_Value(opposite)))) return succeeded(opposite);
    return compares(condition, llvm::CmpInst::ICMP_NE);
  }

  /// Returns true if the condition compares the value that was found with the one that was
  /// expected.
  [[nodiscard]] bool compares(const Value* condition, llvm::CmpInst::Predicate how) const {
    const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (comparison == nullptr || comparison->getPredicate() != how) return false;
    const Value* expected = bits_of(exchange_.getCompareOperand());
    for (const unsigned i : {0u, 1u}) {
      if (is_part(bits_of(comparison->getOperand(i)), 0) &&
          bits_of(comparison->getOperand(1 - i)) == expected) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool is_part(const Value* value, unsigned part) const {
    const auto* taken = llvm::dyn_cast<llvm::ExtractValueInst>(value);
    return taken != nullptr && taken->getAggregateOperand() == &exchange_ &&
           taken->getIndices()[0] == part;
  }

  /// Returns the successor that a block branches to if the exchange has failed; null: the block
  /// does not end with such a branch.
  [[nodiscard]] const BasicBlock* where_failure_goes(const BasicBlock& block) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch == nullptr || branch->isUnconditional()) return nullptr;
    if (branch->getSuccessor(0) == branch->getSuccessor(1)) return nullptr;
    if (succeeded(branch->getCondition())) return branch->getSuccessor(1);
    return failed(branch->getCondition()) ? branch->getSuccessor(0) : nullptr;
  }

  const Loop& loop_;
  const llvm::AtomicCmpXchgInst& exchange_;
};

}  // namespace

bool only_tries_again(const Loop& loop, const llvm::LoopInfo& loops) {
  const llvm::AtomicCmpXchgInst* exchange = only_writer(loop, loops);
  if (exchange == nullptr) return false;
  const Attempt attempt(loop, *exchange);
  return attempt.expects_what_it_found() && attempt.alone_goes_round();
}

}  // namespace cleave::compiler::pass::progress

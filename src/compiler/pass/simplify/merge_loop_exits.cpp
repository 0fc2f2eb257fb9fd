#include "compiler/pass/simplify/merge_loop_exits.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>
#include <vector>

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::BasicBlock;
using llvm::Value;

/// A block that only compares a number with an expected one, and branches by the result.
struct EqualityTest {
  BasicBlock* block;
  llvm::PHINode* number;
  Value* expected;
  BasicBlock* if_equal;
};

std::optional<EqualityTest> equality_test_in(BasicBlock& block) {
  auto* number = llvm::dyn_cast<llvm::PHINode>(&block.front());
  if (number == nullptr || block.size() != 3) return std::nullopt;
  llvm::CmpPredicate predicate;
  Value* expected = nullptr;
  BasicBlock *first = nullptr, *second = nullptr;
  const bool is_test =
      match(block.getTerminator(),
            llvm::PatternMatch::m_Br(llvm::PatternMatch::m_OneUse(llvm::PatternMatch::m_ICmp(
                                         predicate, llvm::PatternMatch::m_Specific(number),
                                         llvm::PatternMatch::m_Value(expected))),
                                     first, second)) &&
      llvm::ICmpInst::isEquality(predicate) && first != second;
  if (!is_test) return std::nullopt;
  return EqualityTest{&block, number, expected,
                      predicate == llvm::ICmpInst::ICMP_EQ ? first : second};
}

class LoopExitMerger {
 public:
  explicit LoopExitMerger(llvm::Function& function) : dominators_(function), loops_(dominators_) {
    for (BasicBlock& block : function) {
      const std::optional<EqualityTest> test = equality_test_in(block);
      if (test) find_exits(*test);
    }
  }

  void merge() const {
    for (const auto& [from, test] : found_) {
      // Another test may stand behind the same exit.
      if (!llvm::is_contained(successors(from), test.if_equal)) continue;
      from->getTerminator()->replaceSuccessorWith(test.if_equal, test.block);
      test.if_equal->removePredecessor(from, /*KeepOneInputPHIs=*/true);
      test.number->addIncoming(test.expected, from);
    }
  }

 private:
  struct LoopExit {
    BasicBlock* from;
    EqualityTest test;
  };

  /// Finds the exits of the loop before the test that lead to what follows it.
  void find_exits(const EqualityTest& test) {
    const llvm::Loop* loop = nullptr;
    for (const BasicBlock* before : predecessors(test.block)) {
      // `before` is the dedicated exit of a loop, or one of its blocks.
      const BasicBlock* inside = before->getSinglePredecessor();
      for (const BasicBlock* block : {before, inside}) {
        const llvm::Loop* found = block == nullptr ? nullptr : loops_.getLoopFor(block);
        if (found != nullptr && !found->contains(test.block)) loop = found;
      }
    }
    if (loop == nullptr) return;
    for (BasicBlock* from : predecessors(test.if_equal)) {
      if (loop->contains(from) && from != test.block && may_lead_to_test(*from, test)) {
        found_.push_back({from, test});
      }
    }
  }

  /// Returns true if a block that leads to what follows the answer may lead to the test too.
  [[nodiscard]] bool may_lead_to_test(const BasicBlock& from, const EqualityTest& test) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    const bool leads_once = branch != nullptr && branch->isConditional() &&
                            branch->getSuccessor(0) != branch->getSuccessor(1);
    if (!leads_once || llvm::is_contained(successors(&from), test.block)) return false;
    if (const auto* expected = llvm::dyn_cast<llvm::Instruction>(test.expected)) {
      if (!dominators_.dominates(expected, branch)) return false;
    }
    if (!are_values_known(from, *test.block)) return false;
    return llvm::all_of(test.if_equal->phis(), [&](const llvm::PHINode& phi) {
      const Value* here = phi.getIncomingValueForBlock(&from);
      const Value* there = phi.getIncomingValueForBlock(test.block);
      return here == there || (there == test.number && here == test.expected);
    });
  }

  /// Returns true if no value is used behind the test that is not known where the block leads
  /// to it: one of the blocks that every way to the test has come through.
  [[nodiscard]] bool are_values_known(const BasicBlock& from, const BasicBlock& test) const {
    const BasicBlock* common = dominators_.findNearestCommonDominator(&from, &test);
    llvm::SmallPtrSet<const BasicBlock*, 4> passed;
    const auto* node = dominators_.getNode(&test)->getIDom();
    for (; node->getBlock() != common; node = node->getIDom()) passed.insert(node->getBlock());
    const llvm::Loop* loop = loops_.getLoopFor(&from);
    const auto is_behind = [&](const llvm::Use& use) {
      const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      const auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
      const BasicBlock* where = phi != nullptr ? phi->getIncomingBlock(use) : user->getParent();
      return !loop->contains(where) && !passed.contains(where);
    };
    return llvm::none_of(passed, [&](const BasicBlock* block) {
      return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
        return llvm::any_of(instruction.uses(), is_behind);
      });
    });
  }

  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::vector<LoopExit> found_;
};

}  // namespace

std::string merge_loop_exits(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) LoopExitMerger(function).merge();
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify

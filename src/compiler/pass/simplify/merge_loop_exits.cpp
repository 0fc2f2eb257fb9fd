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

namespace cleave::compiler::pass {
namespace {

using llvm::BasicBlock;
using llvm::Value;

/// A block that asks nothing but whether a number is the expected one.
struct Question {
  BasicBlock* block;
  llvm::PHINode* number;
  Value* expected;
  BasicBlock* if_equal;
};

std::optional<Question> question_in(BasicBlock& block) {
  auto* number = llvm::dyn_cast<llvm::PHINode>(&block.front());
  if (number == nullptr || block.size() != 3) return std::nullopt;
  llvm::CmpPredicate predicate;
  Value* expected = nullptr;
  BasicBlock *first = nullptr, *second = nullptr;
  const bool is_question =
      match(block.getTerminator(),
            llvm::PatternMatch::m_Br(llvm::PatternMatch::m_OneUse(llvm::PatternMatch::m_ICmp(
                                         predicate, llvm::PatternMatch::m_Specific(number),
                                         llvm::PatternMatch::m_Value(expected))),
                                     first, second)) &&
      llvm::ICmpInst::isEquality(predicate) && first != second;
  if (!is_question) return std::nullopt;
  return Question{&block, number, expected, predicate == llvm::ICmpInst::ICMP_EQ ? first : second};
}

class Merger {
 public:
  explicit Merger(llvm::Function& function) : dominators_(function), loops_(dominators_) {
    for (BasicBlock& block : function) {
      const std::optional<Question> question = question_in(block);
      if (question) find_ways(*question);
    }
  }

  void merge() const {
    for (const auto& [from, question] : found_) {
      // Another question may stand behind the same exit.
      if (!llvm::is_contained(successors(from), question.if_equal)) continue;
      from->getTerminator()->replaceSuccessorWith(question.if_equal, question.block);
      question.if_equal->removePredecessor(from, /*KeepOneInputPHIs=*/true);
      question.number->addIncoming(question.expected, from);
    }
  }

 private:
  struct Way {
    BasicBlock* from;
    Question question;
  };

  /// Finds the exits of the loop before the question that lead to what follows it.
  void find_ways(const Question& question) {
    const llvm::Loop* loop = nullptr;
    for (const BasicBlock* before : predecessors(question.block)) {
      // `before` is the dedicated exit of a loop, or one of its blocks.
      const BasicBlock* inside = before->getSinglePredecessor();
      for (const BasicBlock* block : {before, inside}) {
        const llvm::Loop* found = block == nullptr ? nullptr : loops_.getLoopFor(block);
        if (found != nullptr && !found->contains(question.block)) loop = found;
      }
    }
    if (loop == nullptr) return;
    for (BasicBlock* from : predecessors(question.if_equal)) {
      if (loop->contains(from) && from != question.block && can_ask(*from, question)) {
        found_.push_back({from, question});
      }
    }
  }

  /// Returns true if a block that leads to what follows the answer may lead to the question too.
  [[nodiscard]] bool can_ask(const BasicBlock& from, const Question& question) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    const bool leads_once = branch != nullptr && branch->isConditional() &&
                            branch->getSuccessor(0) != branch->getSuccessor(1);
    if (!leads_once || llvm::is_contained(successors(&from), question.block)) return false;
    if (const auto* expected = llvm::dyn_cast<llvm::Instruction>(question.expected)) {
      if (!dominators_.dominates(expected, branch)) return false;
    }
    if (!are_values_known(from, *question.block)) return false;
    return llvm::all_of(question.if_equal->phis(), [&](const llvm::PHINode& phi) {
      const Value* here = phi.getIncomingValueForBlock(&from);
      const Value* there = phi.getIncomingValueForBlock(question.block);
      return here == there || (there == question.number && here == question.expected);
    });
  }

  /// Returns true if no value is used behind the question that is not known where the block leads
  /// to it: one of the blocks that every way to the question has come through.
  [[nodiscard]] bool are_values_known(const BasicBlock& from, const BasicBlock& question) const {
    const BasicBlock* common = dominators_.findNearestCommonDominator(&from, &question);
    llvm::SmallPtrSet<const BasicBlock*, 4> passed;
    const auto* node = dominators_.getNode(&question)->getIDom();
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
  std::vector<Way> found_;
};

}  // namespace

std::string merge_loop_exits(llvm::Module& module, const PassOptions&) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) Merger(function).merge();
  }
  return {};
}

}  // namespace cleave::compiler::pass

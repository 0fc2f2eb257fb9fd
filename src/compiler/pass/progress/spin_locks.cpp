#include "compiler/pass/progress/spin_locks.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/progress/cas_retry_loops.h"

namespace cleave::compiler::pass::progress {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

Value* location_of_write(Instruction& instruction) {
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->getPointerOperand();
  if (auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return update->getPointerOperand();
  }
  auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange == nullptr ? nullptr : exchange->getPointerOperand();
}

/// Returns true where lanes have to come together, or where the library lets them.
bool needs_other_lanes(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call != nullptr && (ir::is_barrier_call(instruction) || ir::collective_of(instruction) ||
                             ir::is_called_once(instruction) || call->isConvergent());
}

/// Returns true if a lane that finds `taken`, which the winner has written, goes to `way_out`.
bool lets_loser_pass(const llvm::BranchInst& branch, const Instruction& attempt,
                     const llvm::Constant& taken, const BasicBlock& way_out) {
  auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition());
  if (comparison == nullptr || comparison->getOperand(0) != &attempt) return false;
  auto* other = llvm::dyn_cast<llvm::Constant>(comparison->getOperand(1));
  if (other == nullptr || other->getType() != taken.getType()) return false;
  const llvm::Constant* result = llvm::ConstantFoldCompareInstOperands(
      comparison->getPredicate(), const_cast<llvm::Constant*>(&taken), other,
      attempt.getDataLayout());
  if (result == nullptr) return false;
  return branch.getSuccessor(result->isOneValue() ? 0 : 1) == &way_out;
}

/// Looks for the locked region around one loop.
class LockSearch {
 public:
  LockSearch(llvm::Function& function, const llvm::LoopInfo& loops,
             const llvm::DominatorTree& dominators, llvm::ScalarEvolution& evolution)
      : loops_(loops), dominators_(dominators), evolution_(evolution), post_dominators_(function) {
    for (Instruction& instruction : llvm::instructions(function)) {
      if (is_exchange(instruction)) exchanges_.push_back(&instruction);
    }
  }

  [[nodiscard]] llvm::ArrayRef<Instruction*> exchanges() const { return exchanges_; }

  /// Returns the region of the innermost loop around the exchange that spins on it.
  [[nodiscard]] std::optional<LockedRegion> region_of(Instruction& attempt) {
    for (const Loop* loop = loops_.getLoopFor(attempt.getParent()); loop != nullptr;
         loop = loop->getParentLoop()) {
      if (!spins_on(*loop, attempt)) continue;
      if (std::optional<LockedRegion> found = region_of(*loop, attempt)) return found;
    }
    return std::nullopt;
  }

 private:
  /// Returns true if the loop goes on until the exchange has won.
  [[nodiscard]] bool spins_on(const Loop& loop, Instruction& attempt) {
    if (only_tries_again(loop, loops_)) return false;
    if (!evolution_.isLoopInvariant(evolution_.getSCEV(location_of_write(attempt)), &loop)) {
      return false;
    }
    llvm::SetVector<Instruction*> found;
    found.insert(&attempt);
    for (size_t i = 0; i < found.size(); ++i) {
      for (llvm::User* user : found[i]->users()) {
        auto* instruction = llvm::cast<Instruction>(user);
        if (!loop.contains(instruction)) continue;
        if (instruction->isTerminator()) {
          if (leaves_when_won(loop, *instruction, attempt)) return true;
        } else if (!instruction->mayReadOrWriteMemory()) {
          found.insert(instruction);
        }
      }
    }
    return false;
  }

  static bool leaves_when_won(const Loop& loop, Instruction& end, const Instruction& attempt) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    if (branch == nullptr || !loop.isLoopExiting(end.getParent())) return false;
    const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&attempt);
    const auto* taken =
        update == nullptr ? nullptr : llvm::dyn_cast<llvm::Constant>(update->getValOperand());
    if (taken == nullptr) return true;
    return llvm::none_of(llvm::successors(branch), [&](const BasicBlock* next) {
      return !loop.contains(next) && lets_loser_pass(*branch, attempt, *taken, *next);
    });
  }

  [[nodiscard]] bool is_at(Value* location, Value* other) const {
    return other != nullptr &&
           (other == location || evolution_.getSCEV(other) == evolution_.getSCEV(location));
  }

  /// The first writes to the location on each way from the loop.
  [[nodiscard]] llvm::SmallVector<Instruction*> releases(const Loop& loop, Value* location) const {
    llvm::SmallVector<Instruction*> found;
    llvm::SmallVector<BasicBlock*> work;
    loop.getExitBlocks(work);
    llvm::SmallPtrSet<const BasicBlock*, 16> seen;
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (loop.contains(block) || !seen.insert(block).second) continue;
      const auto release = llvm::find_if(
          *block, [&](Instruction& one) { return is_at(location, location_of_write(one)); });
      if (release != block->end()) {
        found.push_back(&*release);
      } else {
        llvm::append_range(work, llvm::successors(block));
      }
    }
    return found;
  }

  /// A region that grows from a loop until it holds every release and is entered at one block.
  struct Span {
    BasicBlock* first;
    BasicBlock* last;
    llvm::SetVector<BasicBlock*> blocks = {};  // behind `first`, with `last`
  };

  void walk(Span& span) const {
    span.blocks.clear();
    llvm::SmallVector<BasicBlock*> work(llvm::successors(span.first));
    while (!work.empty()) {
      BasicBlock* block = work.pop_back_val();
      if (!span.blocks.insert(block) || block == span.last) continue;
      llvm::append_range(work, llvm::successors(block));
    }
  }

  /// Returns whether the span had to grow: by what comes into it from elsewhere, or by the release
  /// of a lock that is taken in it.
  bool grow(Span& span) {
    walk(span);
    const Span before = span;
    for (BasicBlock* block : before.blocks) {
      if (span.last == nullptr) return false;
      if (!dominators_.dominates(span.first, block)) {
        span.first = dominators_.findNearestCommonDominator(span.first, block);
        span.last = post_dominators_.findNearestCommonDominator(span.last, span.first);
      }
    }
    for (Instruction* exchange : exchanges_) {
      const Loop* loop = loops_.getLoopFor(exchange->getParent());
      if (span.last == nullptr || loop == nullptr || !before.blocks.contains(loop->getHeader()) ||
          !spins_on(*loop, *exchange)) {
        continue;
      }
      for (Instruction* release : releases(*loop, location_of_write(*exchange))) {
        if (before.blocks.contains(release->getParent())) continue;
        span.last = post_dominators_.findNearestCommonDominator(span.last, release->getParent());
        if (span.last == nullptr) break;
      }
    }
    return span.first != before.first || span.last != before.last;
  }

  [[nodiscard]] std::optional<LockedRegion> region_of(const Loop& loop, Instruction& attempt) {
    Value* location = location_of_write(attempt);
    const llvm::SmallVector<Instruction*> released = releases(loop, location);
    if (released.empty()) return std::nullopt;
    Span span = {loop.getLoopPreheader(), loop.getHeader()};
    for (Instruction* release : released) {
      span.last = post_dominators_.findNearestCommonDominator(span.last, release->getParent());
      if (span.last == nullptr) return std::nullopt;
    }
    while (grow(span)) continue;
    if (span.last == nullptr || span.blocks.contains(span.first) ||
        loops_.getLoopFor(span.first) != loops_.getLoopFor(span.last)) {
      return std::nullopt;
    }
    return bounds(span, attempt, *released.front());
  }

  /// Cuts the first block before an attempt that a pass has taken out of the loop, and the last one
  /// behind what is released in it.
  [[nodiscard]] std::optional<LockedRegion> bounds(const Span& span, Instruction& attempt,
                                                   Instruction& release) const {
    LockedRegion region = {span.first->getTerminator(), &*span.last->getFirstInsertionPt(),
                           &attempt, &release};
    for (Instruction& one : llvm::reverse(*span.first)) {
      if (is_exchange(one) && !one.use_empty() &&
          is_at(location_of_write(attempt), location_of_write(one))) {
        region.begin = &one;
        break;
      }
    }
    for (Instruction& one : llvm::reverse(*span.last)) {
      if (releases_lock_of(span, one)) {
        region.end = one.getNextNode();
        break;
      }
    }
    if (llvm::any_of(llvm::make_range(region.begin->getIterator(), span.first->end()),
                     needs_other_lanes) ||
        llvm::any_of(llvm::make_range(span.last->begin(), region.end->getIterator()),
                     needs_other_lanes)) {
      return std::nullopt;
    }
    for (const BasicBlock* block : span.blocks) {
      if (block != span.last && llvm::any_of(*block, needs_other_lanes)) return std::nullopt;
    }
    return region;
  }

  /// Returns true for the write that gives back a lock which the span takes.
  [[nodiscard]] bool releases_lock_of(const Span& span, Instruction& write) const {
    Value* location = location_of_write(write);
    return location != nullptr && llvm::any_of(exchanges_, [&](Instruction* exchange) {
             return span.blocks.contains(exchange->getParent()) &&
                    loops_.getLoopFor(exchange->getParent()) !=
                        loops_.getLoopFor(write.getParent()) &&
                    is_at(location, location_of_write(*exchange));
           });
  }

  const llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
  llvm::ScalarEvolution& evolution_;
  llvm::PostDominatorTree post_dominators_;
  llvm::SmallVector<Instruction*> exchanges_;
};

}  // namespace

bool is_exchange(const Instruction& instruction) {
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return update->getOperation() == llvm::AtomicRMWInst::Xchg;
  }
  const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  return exchange != nullptr && exchange->getCompareOperand() != exchange->getNewValOperand();
}

std::optional<LockedRegion> find_locked_region(
    llvm::Function& function, const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
    llvm::ScalarEvolution& evolution, llvm::function_ref<bool(const llvm::Instruction&)> is_done) {
  LockSearch search(function, loops, dominators, evolution);
  for (Instruction* exchange : search.exchanges()) {
    if (is_done(*exchange)) continue;
    if (std::optional<LockedRegion> found = search.region_of(*exchange)) return found;
  }
  return std::nullopt;
}

}  // namespace cleave::compiler::pass::progress

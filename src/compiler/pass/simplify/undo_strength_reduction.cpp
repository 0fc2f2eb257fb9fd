#include "compiler/pass/simplify/undo_strength_reduction.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>
#include <vector>

#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::simplify {
namespace {

using llvm::PatternMatch::m_APInt;
using llvm::PatternMatch::m_c_Add;
using llvm::PatternMatch::m_One;
using llvm::PatternMatch::m_Specific;
using llvm::PatternMatch::m_Zero;

/// By how much a pointer, in bytes, or a number grows in each iteration: a constant, or a constant
/// times a value that the loop does not change.
struct LoopStep {
  int64_t amount = 0;
  llvm::Value* times = nullptr;  // null: once
};

/// The block before a loop and the one that ends its iterations; null: there are several.
struct Ends {
  explicit Ends(const llvm::Loop& loop)
      : before(loop.getLoopPredecessor()), latch(loop.getLoopLatch()) {}
  [[nodiscard]] bool are_single() const { return before != nullptr && latch != nullptr; }

  llvm::BasicBlock* before;
  llvm::BasicBlock* latch;
};

std::optional<LoopStep> step_of_pointer(const llvm::PHINode& pointer, const llvm::Loop& loop,
                                        llvm::Value* next) {
  LoopStep step;
  while (next != &pointer) {
    auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(next);
    llvm::SmallMapVector<llvm::Value*, llvm::APInt, 4> variables;
    llvm::APInt constant(64, 0);
    if (address == nullptr ||
        !address->collectOffset(pointer.getDataLayout(), 64, variables, constant)) {
      return std::nullopt;
    }
    if (variables.empty()) {
      step.amount += constant.getSExtValue();
    } else {
      const auto& [value, scale] = variables.front();
      const bool is_all = variables.size() == 1 && constant.isZero() && step.amount == 0 &&
                          address->getPointerOperand() == &pointer;
      if (!is_all || !value->getType()->isIntegerTy(64) || !loop.isLoopInvariant(value)) {
        return std::nullopt;
      }
      step = {scale.getSExtValue(), value};
    }
    next = address->getPointerOperand();
  }
  return step;
}

std::optional<LoopStep> step_of_number(const llvm::PHINode& number, llvm::Value* next) {
  const llvm::APInt* amount = nullptr;
  const bool fits = number.getType()->getIntegerBitWidth() <= 64;
  if (!fits || !match(next, m_c_Add(m_Specific(&number), m_APInt(amount)))) return std::nullopt;
  return LoopStep{amount->getSExtValue()};
}

bool has_barrier(const llvm::Loop& loop) {
  return llvm::any_of(loop.blocks(), [](const llvm::BasicBlock* block) {
    return llvm::any_of(*block, [](const llvm::Instruction& instruction) {
      return ir::lane_intrinsic_of(instruction) == ir::LaneIntrinsic::work_group_barrier;
    });
  });
}

/// Finds what the header of a loop steps by, where it is worth a counter.
std::vector<std::pair<llvm::PHINode*, LoopStep>> find_steps(const llvm::Loop& loop,
                                                            const Ends& ends) {
  const bool changes_numbers = has_barrier(loop);
  std::vector<std::pair<llvm::PHINode*, LoopStep>> found;
  for (llvm::PHINode& phi : loop.getHeader()->phis()) {
    llvm::Value* next = phi.getIncomingValueForBlock(ends.latch);
    const llvm::Value* start = phi.getIncomingValueForBlock(ends.before);
    std::optional<LoopStep> step;
    if (phi.getType()->isPointerTy()) {
      step = step_of_pointer(phi, loop, next);
    } else if (changes_numbers && phi.getType()->isIntegerTy() &&
               !llvm::isa<llvm::Constant>(start)) {
      step = step_of_number(phi, next);
    }
    if (step) found.emplace_back(&phi, *step);
  }
  return found;
}

/// Returns the number of the iteration, from 0: one that the loop has, or a new one.
llvm::Value* counter_of(llvm::BasicBlock& header, const Ends& ends) {
  llvm::IRBuilder<> builder(&header, header.begin());
  llvm::Type* type = builder.getInt64Ty();
  for (llvm::PHINode& phi : header.phis()) {
    if (phi.getType() == type && match(phi.getIncomingValueForBlock(ends.before), m_Zero()) &&
        match(phi.getIncomingValueForBlock(ends.latch), m_c_Add(m_Specific(&phi), m_One()))) {
      return &phi;
    }
  }
  llvm::PHINode* counter = builder.CreatePHI(type, 2);
  counter->addIncoming(builder.getInt64(0), ends.before);
  builder.SetInsertPoint(ends.latch->getTerminator());
  counter->addIncoming(builder.CreateNUWAdd(counter, builder.getInt64(1)), ends.latch);
  return counter;
}

/// Returns where the steps have led from the start by then.
llvm::Value* moved(llvm::IRBuilder<>& builder, llvm::Value* start, const LoopStep& step,
                   llvm::Value* counter) {
  llvm::Type* type = start->getType();
  if (!type->isPointerTy()) {
    llvm::Value* amount = llvm::ConstantInt::getSigned(type, step.amount);
    return builder.CreateAdd(start,
                             builder.CreateMul(builder.CreateZExtOrTrunc(counter, type), amount));
  }
  if (step.times != nullptr) counter = builder.CreateMul(counter, step.times);
  if (step.amount <= 0) {
    return builder.CreatePtrAdd(start, builder.CreateMul(counter, builder.getInt64(step.amount)));
  }
  const auto bytes = static_cast<uint64_t>(step.amount);
  return builder.CreateGEP(llvm::ArrayType::get(builder.getInt8Ty(), bytes), start, counter);
}

void replace_phi(llvm::PHINode& phi, const LoopStep& step, const Ends& ends) {
  llvm::BasicBlock& header = *phi.getParent();
  llvm::Value* counter = counter_of(header, ends);
  llvm::IRBuilder<> builder(&header, header.getFirstInsertionPt());
  builder.SetCurrentDebugLocation(phi.getDebugLoc());
  llvm::Value* value = moved(builder, phi.getIncomingValueForBlock(ends.before), step, counter);
  value->takeName(&phi);
  phi.replaceAllUsesWith(value);
  phi.eraseFromParent();
}

}  // namespace

std::string undo_strength_reduction(llvm::Module& module, const ir::PassOptions&) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      const Ends ends(*loop);
      if (!ends.are_single()) continue;
      for (const auto& [phi, step] : find_steps(*loop, ends)) replace_phi(*phi, step, ends);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass::simplify

#include "compiler/pass/progress/insert_yields.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <algorithm>
#include <cstddef>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/progress/spin_loops.h"

namespace cleave::compiler::pass::progress {
namespace {

using llvm::BasicBlock;
using llvm::Value;

/// Makes void __cleave_yield(ptr context), which calls ForwardProgress::yield of the launch.
llvm::Function* make_yield(llvm::Module& module) {
  llvm::IRBuilder<> builder(module.getContext());
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), {builder.getPtrTy()}, false);
  auto* function =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, "__cleave_yield", module);
  function->addFnAttr(ir::yield_attribute);
  function->addFnAttr(llvm::Attribute::NoInline);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  function->addFnAttr(llvm::Attribute::Cold);
  builder.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
  constexpr size_t offset =
      offsetof(interface::LaunchContext, progress) + offsetof(interface::ForwardProgress, yield);
  Value* context = function->getArg(0);
  Value* called = builder.CreateLoad(builder.getPtrTy(),
                                     builder.CreatePtrAdd(context, builder.getInt64(offset)));
  builder.CreateCall(type, called, {context})->setTailCall();
  builder.CreateRetVoid();
  return function;
}

bool passes_work_group_barrier(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  return std::ranges::any_of(loop.blocks(), [&](const BasicBlock* block) {
    return dominators.dominates(block, loop.getLoopLatch()) &&
           std::ranges::any_of(*block, [](const llvm::Instruction& one) {
             return ir::lane_intrinsic_of(one) == ir::LaneIntrinsic::work_group_barrier;
           });
  });
}

/// Returns header and latch of the loops that count iterations; every one has one latch.
std::vector<std::pair<BasicBlock*, BasicBlock*>> loops_that_count(llvm::Function& function,
                                                                  const SharedReads& observers) {
  ir::LlvmPasses passes(nullptr);
  auto& analyses = passes.analyses();
  llvm::FunctionPassManager manager;
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&function);
  if (llvm::containsIrreducibleCFG<const BasicBlock*>(
          order, analyses.getResult<llvm::LoopAnalysis>(function))) {
    manager.addPass(llvm::LowerSwitchPass());
    manager.addPass(llvm::FixIrreduciblePass());
  }
  manager.addPass(llvm::LoopSimplifyPass());
  passes.run(function, manager);
  const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  std::vector<std::pair<BasicBlock*, BasicBlock*>> counting;
  for (const llvm::Loop* loop :
       spin_loops(analyses.getResult<llvm::LoopAnalysis>(function),
                  analyses.getResult<llvm::ScalarEvolutionAnalysis>(function), observers)) {
    if (!passes_work_group_barrier(*loop, dominators)) {
      counting.emplace_back(loop->getHeader(), loop->getLoopLatch());
    }
  }
  return counting;
}

/// Emits on the back edge: counts an iteration, and yields if the count matches yield_mask.
void count_iterations(BasicBlock* header, BasicBlock* latch, llvm::Function* insert_yields) {
  llvm::Function* function = header->getParent();
  llvm::DebugLoc location = latch->getTerminator()->getDebugLoc();
  if (!location) location = ir::location_of(*function);
  BasicBlock* again = llvm::SplitBlockPredecessors(header, {latch}, ".again");
  llvm::IRBuilder<> builder(again->getTerminator());
  builder.SetCurrentDebugLocation(location);
  builder.SetInsertPoint(header, header->begin());
  auto* iterations = builder.CreatePHI(builder.getInt64Ty(), 2, "iterations");
  builder.SetInsertPoint(again->getTerminator());
  builder.SetCurrentDebugLocation(location);
  Value* more = builder.CreateAdd(iterations, builder.getInt64(1));
  Value* context = ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::context);
  constexpr size_t offset = offsetof(interface::LaunchContext, progress) +
                            offsetof(interface::ForwardProgress, yield_mask);
  Value* yield_mask = builder.CreateLoad(builder.getInt64Ty(),
                                         builder.CreatePtrAdd(context, builder.getInt64(offset)));
  Value* is_over = builder.CreateICmpEQ(builder.CreateAnd(more, yield_mask), yield_mask);
  llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(
      is_over, again->getTerminator(), /*Unreachable=*/false,
      llvm::MDBuilder(function->getContext()).createUnlikelyBranchWeights());
  builder.SetInsertPoint(then);
  builder.SetCurrentDebugLocation(location);
  llvm::CallInst* call = builder.CreateCall(insert_yields, {context});
  call->addFnAttr(llvm::Attribute::get(function->getContext(), ir::yield_attribute));
  for (BasicBlock* before : llvm::predecessors(header)) {
    const bool is_back = before != nullptr && before == then->getSuccessor(0);
    iterations->addIncoming(is_back ? more : static_cast<Value*>(builder.getInt64(0)), before);
  }
}

}  // namespace

std::string insert_yields(llvm::Module& module, const ir::PassOptions&) {
  const auto wants = [](const llvm::Function& one) {
    return one.hasFnAttribute(ir::may_wait_attribute);
  };
  if (std::ranges::none_of(module, wants)) return {};
  const SharedReads observers(module);
  std::vector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (observers.contains(function) && !ir::is_called_once(function))
      functions.push_back(&function);
  }
  llvm::Function* called = nullptr;
  for (llvm::Function* function : functions) {
    for (const auto& [header, latch] : loops_that_count(*function, observers)) {
      if (called == nullptr) called = make_yield(module);
      count_iterations(header, latch, called);
    }
  }
  if (called == nullptr) return {};
  llvm::SetVector<llvm::Function*> callers;
  callers.insert(called);
  for (size_t i = 0; i < callers.size(); ++i) {
    for (const llvm::User* user : callers[i]->users()) {
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(user)) {
        callers.insert(const_cast<llvm::Function*>(call->getFunction()));
      }
    }
  }
  for (llvm::Function* function : callers) {
    if (wants(*function)) function->addFnAttr(ir::has_yield_attribute);
  }
  return {};
}

}  // namespace cleave::compiler::pass::progress

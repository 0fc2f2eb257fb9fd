#include "compiler/pass/analysis/regular_control.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::analysis {
namespace {

/// Makes one block return. Code that the program cannot reach may as well return anything.
void unify_returns(llvm::Function& function) {
  llvm::SmallVector<llvm::Instruction*> ends;
  for (llvm::BasicBlock& block : function) {
    llvm::Instruction* terminator = block.getTerminator();
    if (llvm::isa<llvm::ReturnInst, llvm::UnreachableInst>(terminator)) ends.push_back(terminator);
  }
  if (ends.size() == 1 && llvm::isa<llvm::ReturnInst>(ends.front())) return;
  auto* exit = llvm::BasicBlock::Create(function.getContext(), "return", &function);
  llvm::IRBuilder<> builder(exit);
  builder.SetCurrentDebugLocation(ir::location_of(function));
  llvm::Type* type = function.getReturnType();
  llvm::PHINode* result = nullptr;
  if (type->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    result = builder.CreatePHI(type, static_cast<unsigned>(ends.size()));
    builder.CreateRet(result);
  }
  for (llvm::Instruction* end : ends) {
    if (result != nullptr) {
      auto* returned = llvm::dyn_cast<llvm::ReturnInst>(end);
      result->addIncoming(
          returned != nullptr ? returned->getReturnValue() : llvm::PoisonValue::get(type),
          end->getParent());
    }
    builder.SetInsertPoint(end);
    builder.CreateBr(exit);
    end->eraseFromParent();
  }
}

/// Computes again behind a loop what does not depend on its iterations, if that is cheap. LCSSA form
/// would give it a phi there, and nobody sees through phis of predicated blocks: in
///
///     if (i < n) { for (…) sum += in[i]…; out[i] = sum; }
///
/// the extension of i, which front ends compute where it is first used, would have no stride at the
/// store.
class ComputeAgainBehindLoops : public llvm::PassInfoMixin<ComputeAgainBehindLoops> {
 public:
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses) {
    bool has_changed = false;
    const auto loops = analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder();
    for (const llvm::Loop* loop : llvm::reverse(loops)) has_changed |= compute_again(*loop);
    if (!has_changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }

 private:
  static bool compute_again(const llvm::Loop& loop) {
    bool has_changed = false;
    for (llvm::BasicBlock* block : loop.blocks()) {
      for (llvm::Instruction& instruction : *block) {
        if (is_cheap(instruction, loop)) has_changed |= compute_again(instruction, loop);
      }
    }
    return has_changed;
  }
  static bool compute_again(llvm::Instruction& instruction, const llvm::Loop& loop) {
    bool has_changed = false;
    for (llvm::Use& use : llvm::make_early_inc_range(instruction.uses())) {
      auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
      if (loop.contains(user) || llvm::isa<llvm::PHINode>(user)) continue;
      use.set(copied(instruction, loop, *user));
      has_changed = true;
    }
    return has_changed;
  }
  static llvm::Instruction* copied(const llvm::Instruction& instruction, const llvm::Loop& loop,
                                   llvm::Instruction& before) {
    llvm::Instruction* const copy = instruction.clone();
    copy->insertBefore(before.getIterator());
    for (llvm::Use& operand : copy->operands()) {
      const auto* inner = llvm::dyn_cast<llvm::Instruction>(operand);
      if (inner != nullptr && loop.contains(inner)) operand.set(copied(*inner, loop, *copy));
    }
    return copy;
  }

  /// Returns true for extensions and addresses of what the loop does not change.
  static bool is_cheap(const llvm::Instruction& instruction, const llvm::Loop& loop,
                       unsigned depth = 0) {
    constexpr unsigned most_steps = 3;
    const bool is_step = llvm::isa<llvm::CastInst, llvm::GetElementPtrInst>(instruction) ||
                         instruction.getOpcode() == llvm::Instruction::Add ||
                         instruction.getOpcode() == llvm::Instruction::Sub ||
                         instruction.getOpcode() == llvm::Instruction::Shl;
    if (!is_step || !instruction.getType()->isIntOrPtrTy() || depth == most_steps) return false;
    return llvm::all_of(instruction.operand_values(), [&](const llvm::Value* operand) {
      const auto* inner = llvm::dyn_cast<llvm::Instruction>(operand);
      return inner == nullptr || !loop.contains(inner) || is_cheap(*inner, loop, depth + 1);
    });
  }
};

}  // namespace

std::unique_ptr<RegularControl> regularise_control(llvm::Function& function) {
  llvm::removeUnreachableBlocks(function);
  llvm::FunctionPassManager switches;
  switches.addPass(llvm::LowerSwitchPass());
  ir::LlvmPasses(nullptr).run(function, switches);
  unify_returns(function);
  llvm::FunctionPassManager loops;
  loops.addPass(llvm::FixIrreduciblePass());
  loops.addPass(llvm::LoopSimplifyPass());
  loops.addPass(ComputeAgainBehindLoops());
  loops.addPass(llvm::LCSSAPass());
  ir::LlvmPasses(nullptr).run(function, loops);
  return std::make_unique<RegularControl>(function);
}

}  // namespace cleave::compiler::pass::analysis

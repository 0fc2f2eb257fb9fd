#include "compiler/pass/analysis/regular_control.h"

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
  loops.addPass(llvm::LCSSAPass());
  ir::LlvmPasses(nullptr).run(function, loops);
  return std::make_unique<RegularControl>(function);
}

}  // namespace cleave::compiler::pass::analysis

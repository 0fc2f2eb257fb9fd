#include "compiler/pass/unroll_loops.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/pass/llvm_passes.h"

namespace cleave::compiler::pass {

std::string unroll_loops(llvm::Module& module, const PassOptions& options) {
  if (options.quick) return {};
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  // Wider counters would make wider lanes.
  loops.addPass(llvm::IndVarSimplifyPass(/*WidenIndVars=*/false));
  loops.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2));
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass

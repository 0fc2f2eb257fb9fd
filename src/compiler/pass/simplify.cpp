#include "compiler/pass/simplify.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/pass/lane_interface.h"
#include "compiler/pass/llvm_passes.h"
#include "compiler/pass/private_arrays.h"

namespace cleave::compiler::pass {

std::string simplify(llvm::Module& module, const PassOptions& options) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(kernel_attribute)) note_variables(function);
  }
  llvm::FunctionPassManager functions;
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

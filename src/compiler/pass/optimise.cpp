#include "compiler/pass/optimise.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>

#include "compiler/pass/llvm_passes.h"

namespace cleave::compiler::pass {
namespace {

bool is_called_once(const llvm::Function& function) {
  if (function.isDeclaration() || !function.hasLocalLinkage() || !function.hasOneUse()) {
    return false;
  }
  const llvm::Use& use = *function.use_begin();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call != nullptr && call->isCallee(&use) &&
         !function.hasFnAttribute(llvm::Attribute::NoInline);
}

// LLVM would inline these anyway, after it has optimised them: and then once more, in their caller.
void inline_at_once(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (is_called_once(function)) function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

}  // namespace

std::string optimise(llvm::Module& module, const PassOptions& options) {
  LlvmPasses passes(options.target_machine);
  inline_at_once(module);
  llvm::ModulePassManager manager;
  manager.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  manager.addPass(passes.builder().buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
  passes.run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass

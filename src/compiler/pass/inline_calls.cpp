#include "compiler/pass/inline_calls.h"

#include <llvm/IR/CallingConv.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "compiler/pass/lane_interface.h"
#include "compiler/pass/llvm_passes.h"

namespace cleave::compiler::pass {

std::string inline_calls(llvm::Module& module, const PassOptions& options) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      continue;
    }
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  llvm::ModulePassManager manager;
  manager.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  manager.addPass(llvm::GlobalDCEPass());
  LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass

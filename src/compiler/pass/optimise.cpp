#include "compiler/pass/optimise.h"

#include <llvm/IR/Module.h>

#include "compiler/pass/llvm_passes.h"

namespace cleave::compiler::pass {

std::string optimise(llvm::Module& module, const PassOptions& options) {
  LlvmPasses passes(options.target_machine);
  llvm::ModulePassManager manager =
      passes.builder().buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  passes.run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass

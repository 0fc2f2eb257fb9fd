#include "compiler/pass/simplify/scalarise.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass {

std::string scalarise(llvm::Module& module, const PassOptions& options) {
  llvm::ScalarizerPassOptions elements;
  elements.ScalarizeLoadStore = true;
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::ScalarizerPass(elements));
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(
      UnlessAttribute(serial_lanes_attribute, std::move(functions))));
  LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass

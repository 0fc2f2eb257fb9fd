#include "compiler/pass/retarget.h"

#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace cleave::compiler::pass {
namespace {

// Attributes by which clang speaks to a target, and which could keep a function from being inlined
// or from using the whole registers.
constexpr const char* of_other_targets[] = {"frame-pointer",
                                            "min-legal-vector-width",
                                            "stack-protector-buffer-size",
                                            "target-cpu",
                                            "target-features",
                                            "tune-cpu",
                                            "uniform-work-group-size"};

}  // namespace

std::string retarget(llvm::Module& module, const PassOptions& options) {
  // Where lanes run together no variable is one value; lines are all that can be told.
  if (options.lanes != Lanes::in_turn) llvm::stripNonLineTableDebugInfo(module);
  if (options.target_machine == nullptr) return {};
  const llvm::TargetMachine& machine = *options.target_machine;
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  for (llvm::Function& function : module) {
    for (const char* attribute : of_other_targets) function.removeFnAttr(attribute);
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
  }
  return {};
}

}  // namespace cleave::compiler::pass

// LLVM's pass managers, set up once the way this compiler needs them.
#pragma once

#include <llvm/Passes/PassBuilder.h>

namespace cleave::compiler::pass {

/// Analyses and a builder for one run over one module. No C library function may be assumed or
/// introduced except memcpy, memmove and memset: generated code runs without one.
class LlvmPasses {
 public:
  explicit LlvmPasses(llvm::TargetMachine* machine);
  [[nodiscard]] llvm::PassBuilder& builder() { return builder_; }
  [[nodiscard]] llvm::FunctionAnalysisManager& analyses() { return functions_; }
  void run(llvm::Module& module, llvm::ModulePassManager& manager) {
    manager.run(module, modules_);
  }
  void run(llvm::Function& function, llvm::FunctionPassManager& manager) {
    manager.run(function, functions_);
  }

 private:
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
  llvm::PassBuilder builder_;
};

}  // namespace cleave::compiler::pass

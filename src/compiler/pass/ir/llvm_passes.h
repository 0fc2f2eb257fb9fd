// Runs LLVM's passes, with pass managers set up as this compiler needs them.
#pragma once

#include <llvm/IR/PassManager.h>

#include <memory>
#include <utility>

namespace llvm {
class PassBuilder;
class TargetMachine;
}  // namespace llvm

namespace cleave::compiler::pass::ir {

/// Analyses and a builder for one run over one module. No C library function may be assumed or
/// introduced except memcpy, memmove and memset: generated code runs without one.
class LlvmPasses {
 public:
  explicit LlvmPasses(llvm::TargetMachine* machine);
  ~LlvmPasses();
  LlvmPasses(const LlvmPasses&) = delete;
  LlvmPasses& operator=(const LlvmPasses&) = delete;

  [[nodiscard]] llvm::PassBuilder& builder();
  [[nodiscard]] llvm::FunctionAnalysisManager& analyses();
  void run(llvm::Module& module, llvm::ModulePassManager& manager);
  void run(llvm::Function& function, llvm::FunctionPassManager& manager);

 private:
  // Apart, because <llvm/Passes/PassBuilder.h> takes g++ four seconds wherever it is included.
  struct State;
  std::unique_ptr<State> state_;
};

/// Runs passes on functions that lack an attribute.
class UnlessAttribute : public llvm::PassInfoMixin<UnlessAttribute> {
 public:
  /// `attribute` has static storage duration.
  UnlessAttribute(const char* attribute, llvm::FunctionPassManager passes)
      : attribute_(attribute), passes_(std::move(passes)) {}
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

 private:
  const char* attribute_;
  llvm::FunctionPassManager passes_;
};

}  // namespace cleave::compiler::pass::ir

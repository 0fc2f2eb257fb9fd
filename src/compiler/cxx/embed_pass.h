// Puts the devices' code into the host's module as data, before LLVM's passes.
#pragma once

#include <llvm/IR/PassManager.h>

#include <functional>

namespace cleave::compiler::cxx {

struct DeviceResult;

/// Defines `cleave_sycl_this_unit` and what the linker needs to join units by.
class EmbedPass : public llvm::PassInfoMixin<EmbedPass> {
 public:
  /// `result` waits for the pass for devices; null: there is no device code, or it has errors.
  explicit EmbedPass(std::function<const DeviceResult*()> result) : result_(std::move(result)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  std::function<const DeviceResult*()> result_;
};

}  // namespace cleave::compiler::cxx

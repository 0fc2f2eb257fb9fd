#include "compiler/target/kernel_module.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::target {
namespace {

/// All constants that something comes to: functions are read where they are found.
class Reached {
 public:
  void add(llvm::Value* value) {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) constants_.insert(constant);
  }

  llvm::Error read_all() {
    for (size_t i = 0; i < constants_.size(); ++i) {
      llvm::Constant* constant = constants_[i];
      for (llvm::Value* operand : constant->operand_values()) add(operand);
      auto* function = llvm::dyn_cast<llvm::Function>(constant);
      if (function == nullptr) continue;
      if (llvm::Error failure = function->materialize()) return failure;
      for (llvm::Instruction& instruction : llvm::instructions(*function)) {
        for (llvm::Value* operand : instruction.operand_values()) add(operand);
      }
    }
    return llvm::Error::success();
  }

 private:
  llvm::SetVector<llvm::Constant*> constants_;
};

llvm::Error read(llvm::Module& module, llvm::Function& kernel) {
  Reached reached;
  reached.add(&kernel);
  if (llvm::Error failure = reached.read_all()) return failure;
  for (llvm::Function& function : module) {
    if (function.isMaterializable()) function.deleteBody();
  }
  return module.materializeAll();
}

}  // namespace

std::unique_ptr<llvm::Module> read_kernel(std::span<const std::byte> canonical,
                                          const std::string& kernel, llvm::LLVMContext& context,
                                          std::string& error) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(canonical.data()), canonical.size());
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "program"), context);
  if (!module) {
    error += llvm::toString(module.takeError());
    return nullptr;
  }
  llvm::Function* function = (*module)->getFunction(kernel);
  if (function == nullptr) {
    error += "the module has no kernel '" + kernel + "'";
    return nullptr;
  }
  if (llvm::Error failure = read(**module, *function)) {
    error += llvm::toString(std::move(failure));
    return nullptr;
  }
  return std::move(*module);
}

}  // namespace cleave::compiler::target

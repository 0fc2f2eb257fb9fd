#include "compiler/target/kernel_module.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>

#include "compiler/canonical/module/read_reachable.h"

namespace cleave::compiler::target {
namespace {

llvm::Error read(llvm::Module& module, llvm::Function& kernel) {
  if (llvm::Error failure = canonical::module::read_reachable(module, {&kernel})) return failure;
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

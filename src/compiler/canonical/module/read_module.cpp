#include "compiler/canonical/module/read_module.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

namespace cleave::compiler::canonical::module {
namespace {

/// Reads everything, but leaves out what the reader does when it has all: it brings debug
/// information up to date, and ends the process where it finds the module broken then.
llvm::Error read_all(llvm::Module& module) {
  if (llvm::Error failure = module.materializeMetadata()) return failure;
  for (llvm::Function& function : module) {
    if (llvm::Error failure = function.materialize()) return failure;
  }
  return llvm::Error::success();
}

std::string unreadable(llvm::Error failure) {
  return "error: the module cannot be read: " + llvm::toString(std::move(failure)) + '\n';
}

}  // namespace

std::unique_ptr<llvm::Module> read_foreign_module(std::span<const std::byte> bitcode,
                                                  llvm::LLVMContext& context, std::string& log) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "program"), context);
  if (!module) {
    log += unreadable(module.takeError());
    return nullptr;
  }
  if (llvm::Error failure = read_all(**module)) {
    log += unreadable(std::move(failure));
    return nullptr;
  }
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(**module, &stream)) {
    log += "error: the module is not valid: " + problems;
    return nullptr;
  }
  if (llvm::Error failure = (*module)->materializeAll()) {
    log += unreadable(std::move(failure));
    return nullptr;
  }
  return std::move(*module);
}

}  // namespace cleave::compiler::canonical::module

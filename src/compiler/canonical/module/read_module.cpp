#include "compiler/canonical/module/read_module.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/canonical/module/read_reachable.h"

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

/// The same of some functions and what they come to. One that is not there is an error.
llvm::Error read_functions(llvm::Module& module, std::span<const std::string> names) {
  llvm::SmallVector<llvm::GlobalValue*> roots;
  for (const std::string& name : names) {
    llvm::GlobalValue* function = module.getNamedValue(name);
    if (function == nullptr || function->isDeclaration()) {
      return llvm::createStringError("it does not define '" + name + "'");
    }
    roots.push_back(function);
  }
  if (llvm::Error failure = module.materializeMetadata()) return failure;
  return read_reachable(module, roots);
}

/// Tells whether a function with an intrinsic's name is more than called. LLVM gives old intrinsics
/// new names when it has all, and ends the process where it finds such a use then.
bool is_misused_intrinsic(const llvm::Function& function) {
  if (!function.getName().starts_with("llvm.")) return false;
  return llvm::any_of(function.uses(), [](const llvm::Use& use) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call == nullptr || !call->isCallee(&use);
  });
}

std::string unreadable(llvm::Error failure) {
  return "error: the module cannot be read: " + llvm::toString(std::move(failure)) + '\n';
}

}  // namespace

std::unique_ptr<llvm::Module> read_foreign_module(std::span<const std::byte> bitcode,
                                                  llvm::LLVMContext& context, std::string& log,
                                                  std::span<const std::string> functions) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(bitcode.data()), bitcode.size());
  auto module = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "program"), context);
  if (!module) {
    log += unreadable(module.takeError());
    return nullptr;
  }
  if (llvm::Error failure =
          functions.empty() ? read_all(**module) : read_functions(**module, functions)) {
    log += unreadable(std::move(failure));
    return nullptr;
  }
  std::string problems;
  llvm::raw_string_ostream stream(problems);
  if (llvm::verifyModule(**module, &stream)) {
    log += "error: the module is not valid: " + problems;
    return nullptr;
  }
  for (const llvm::Function& function : **module) {
    if (!is_misused_intrinsic(function)) continue;
    log += "error: the module is not valid: " + function.getName().str() + " is not called alone\n";
    return nullptr;
  }
  if (llvm::Error failure = (*module)->materializeAll()) {
    log += unreadable(std::move(failure));
    return nullptr;
  }
  return std::move(*module);
}

}  // namespace cleave::compiler::canonical::module

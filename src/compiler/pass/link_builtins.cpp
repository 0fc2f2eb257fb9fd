#include "compiler/pass/link_builtins.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

// The library, embedded by src/builtins.
extern "C" const char cleave_builtins_bc_begin[];
extern "C" const char cleave_builtins_bc_end[];

namespace cleave::compiler::pass {
namespace {

/// A call with another convention than the function it calls is undefined: clang's callers use
/// spir_func, a part of the library plain C.
void use_c_convention(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      function.setCallingConv(llvm::CallingConv::C);
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        call->setCallingConv(llvm::CallingConv::C);
      }
    }
  }
}

}  // namespace

std::string link_builtins(llvm::Module& module, const PassOptions&) {
  llvm::StringRef bytes(cleave_builtins_bc_begin,
                        cleave_builtins_bc_end - cleave_builtins_bc_begin);
  auto library = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "built-in library"),
                                            module.getContext());
  if (!library) return "the built-in library cannot be read: " + toString(library.takeError());
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  auto make_internal = [](llvm::Module& linked, const llvm::StringSet<>& names) {
    for (const auto& name : names) {
      llvm::GlobalValue* value = linked.getNamedValue(name.getKey());
      if (value != nullptr && !value->isDeclaration()) {
        value->setLinkage(llvm::GlobalValue::InternalLinkage);
      }
    }
  };
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded,
                                make_internal)) {
    return "the built-in library cannot be linked";
  }
  use_c_convention(module);
  return {};
}

}  // namespace cleave::compiler::pass

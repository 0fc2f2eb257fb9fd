#include "compiler/frontend/spirv/library_types.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>

#include "builtins/index.h"

namespace cleave::compiler::frontend::spirv {

bool library_defines(llvm::FunctionType& type, std::string_view name) {
  const auto definition = builtins::find(name);
  if (!definition) return false;
  // Declarations alone: bodies stay unread.
  auto group = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(definition->module, "library"),
                                          type.getContext());
  if (!group) {
    llvm::consumeError(group.takeError());
    return false;
  }
  const llvm::Function* function = (*group)->getFunction(llvm::StringRef(name));
  if (function == nullptr) return false;
  const auto agree = [](const llvm::Type* called, const llvm::Type* defined) {
    return called == defined || called->isTargetExtTy();
  };
  const llvm::FunctionType& known = *function->getFunctionType();
  return known.isVarArg() == type.isVarArg() &&
         std::ranges::equal(type.subtypes(), known.subtypes(), agree);
}

}  // namespace cleave::compiler::frontend::spirv

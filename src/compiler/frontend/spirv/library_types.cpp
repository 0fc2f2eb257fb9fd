#include "compiler/frontend/spirv/library_types.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>

#include "builtins/index.h"

namespace cleave::compiler::frontend {

llvm::FunctionType* library_type(llvm::LLVMContext& context, std::string_view name) {
  const auto definition = builtins::find(name);
  if (!definition) return nullptr;
  // Declarations alone: bodies stay unread.
  auto group =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(definition->module, "library"), context);
  if (!group) {
    llvm::consumeError(group.takeError());
    return nullptr;
  }
  const llvm::Function* function = (*group)->getFunction(llvm::StringRef(name));
  return function == nullptr ? nullptr : function->getFunctionType();
}

}  // namespace cleave::compiler::frontend

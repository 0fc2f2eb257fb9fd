#include "compiler/frontend/opencl_c/detach_blocks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/block_kernels.h"

namespace cleave::compiler::frontend::opencl_c {
namespace {

// Clang's name of a block's function, before its number.
constexpr llvm::StringLiteral of_block = "_block_invoke";

// Replaces the function's address where it is kept, not where the function is called.
void forget_address(llvm::Function& function) {
  llvm::SmallVector<llvm::Constant*> addresses;
  for (llvm::User* user : function.users()) {
    if (auto* address = llvm::dyn_cast<llvm::ConstantExpr>(user)) addresses.push_back(address);
  }
  for (llvm::Constant* address : addresses) {
    // A literal without captures is a constant, which has to become another one.
    address->replaceAllUsesWith(llvm::Constant::getNullValue(address->getType()));
  }
}

}  // namespace

void detach_blocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !function.getName().contains(of_block)) continue;
    if (pass::ir::is_block_kernel(function)) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    } else if (function.hasLocalLinkage()) {
      forget_address(function);
    }
  }
}

}  // namespace cleave::compiler::frontend::opencl_c

#include "compiler/frontend/sycl/global_variables.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::frontend::sycl {
namespace {

/// Gives conversions of `from` to generic pointers `to` for their operand, which is the same in
/// another address space. All else gets it as a pointer of the old address space.
void replace_uses(llvm::Constant& from, llvm::Constant& to) {
  for (llvm::User* user : llvm::make_early_inc_range(from.users())) {
    auto* conversion = llvm::dyn_cast<llvm::ConstantExpr>(user);
    if (conversion == nullptr || conversion->getOpcode() != llvm::Instruction::AddrSpaceCast) {
      continue;
    }
    conversion->replaceAllUsesWith(
        llvm::ConstantExpr::getAddrSpaceCast(&to, conversion->getType()));
    conversion->destroyConstant();
  }
  from.replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(&to, from.getType()));
}

void move(llvm::GlobalVariable& variable) {
  auto* made =
      new llvm::GlobalVariable(*variable.getParent(), variable.getValueType(), true,
                               variable.getLinkage(), variable.getInitializer(), "", &variable,
                               variable.getThreadLocalMode(), pass::ir::constant_space);
  made->copyAttributesFrom(&variable);
  made->copyMetadata(&variable, 0);
  made->takeName(&variable);
  replace_uses(variable, *made);
  variable.eraseFromParent();
}

}  // namespace

void move_constants(llvm::Module& module) {
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    const bool is_moved = variable.getAddressSpace() == pass::ir::global_space &&
                          variable.isConstant() && variable.hasDefinitiveInitializer();
    if (is_moved) move(variable);
  }
}

}  // namespace cleave::compiler::frontend::sycl

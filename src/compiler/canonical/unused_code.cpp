#include "compiler/canonical/unused_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/pass/ir/block_kernels.h"

namespace cleave::compiler::canonical {
namespace {

using Functions = llvm::SetVector<llvm::Function*>;

// Is it part of a constant? Then it is not followed who uses that.
bool is_in_constant(const llvm::Function& function) {
  return llvm::any_of(function.users(),
                      [](const llvm::User* user) { return !llvm::isa<llvm::Instruction>(user); });
}

Functions used_functions(llvm::Module& module) {
  Functions used;
  for (llvm::Function& function : module) {
    const bool is_block = pass::ir::is_block_kernel(function);
    if (!is_block && (facts::is_kernel(function) || is_in_constant(function)))
      used.insert(&function);
  }
  for (size_t i = 0; i < used.size(); ++i) {
    for (llvm::Instruction& instruction : llvm::instructions(*used[i])) {
      for (llvm::Value* operand : instruction.operand_values()) {
        if (auto* function = llvm::dyn_cast<llvm::Function>(operand)) used.insert(function);
        if (llvm::Function* block = pass::ir::named_block(*operand)) used.insert(block);
      }
    }
  }
  return used;
}

}  // namespace

std::string keep_kernels(llvm::Module& module, std::span<const std::string> names) {
  std::string problems;
  for (const std::string& name : names) {
    const llvm::Function* kernel = module.getFunction(name);
    if (kernel != nullptr && facts::is_kernel(*kernel)) continue;
    problems += "error: the program has no kernel '" + name + "'\n";
  }
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const bool is_dropped = facts::is_kernel(function) && function.use_empty() &&
                            !pass::ir::is_block_kernel(function) &&
                            !llvm::is_contained(names, function.getName());
    if (is_dropped) function.eraseFromParent();
  }
  return problems;
}

void drop_unused(llvm::Module& module) {
  const Functions used = used_functions(module);
  llvm::SmallVector<llvm::Function*> unused;
  for (llvm::Function& function : module) {
    if (!used.contains(&function)) unused.push_back(&function);
  }
  for (llvm::Function* function : unused) function->deleteBody();  // they may call each other
  for (llvm::Function* function : unused) function->eraseFromParent();
}

}  // namespace cleave::compiler::canonical

#include "compiler/pass/lowering/lower_local_memory.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include <utility>
#include <vector>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/kernel_layout.h"
#include "compiler/pass/lowering/local_memory_base.h"

namespace cleave::compiler::pass::lowering {
namespace {

void lower_local_variables(llvm::Function& kernel, const std::vector<ir::LocalVariable>& variables,
                           const interface::MergedGroups& merged) {
  std::vector<std::pair<llvm::GlobalVariable*, uint64_t>> offsets;
  ir::layout_local_memory(variables, [&](llvm::GlobalVariable& variable, uint64_t offset) {
    offsets.emplace_back(&variable, offset);
  });
  llvm::BasicBlock& entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  builder.SetCurrentDebugLocation(ir::location_of(kernel));
  llvm::Value* base = create_local_memory_base(builder, merged);
  for (auto [variable, offset] : offsets) {
    llvm::Value* address = builder.CreatePtrAdd(base, builder.getInt64(offset));
    variable->replaceUsesWithIf(address, [&](const llvm::Use& use) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser());
      return instruction != nullptr && instruction->getFunction() == &kernel;
    });
  }
}

}  // namespace

std::string lower_local_memory(llvm::Module& module, const ir::PassOptions& options) {
  llvm::SmallVector<llvm::Constant*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == ir::local_space) variables.push_back(&variable);
  }
  llvm::convertUsersOfConstantsToInstructions(variables);
  const auto used = ir::local_variables(module);
  for (llvm::Function& function : module) {
    const auto own = used.find(&function);
    if (own != used.end()) lower_local_variables(function, own->second, options.merged);
  }
  for (llvm::Constant* variable : variables) {
    auto* global = llvm::cast<llvm::GlobalVariable>(variable);
    if (!global->use_empty()) return "local variable " + global->getName().str() + " is still used";
    global->eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering

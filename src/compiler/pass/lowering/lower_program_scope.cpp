#include "compiler/pass/lowering/lower_program_scope.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>

#include <cstddef>

#include "compiler/interface/launch_context.h"
#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/debug_locations.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

using UsesByFunction = llvm::MapVector<llvm::Function*, llvm::SmallVector<llvm::Use*>>;

// Returns the uses of a variable, by the function that they are in.
UsesByFunction uses_of(llvm::GlobalVariable& variable) {
  UsesByFunction uses;
  for (llvm::Use& use : variable.uses()) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(use.getUser())) {
      uses[instruction->getFunction()].push_back(&use);
    }
  }
  return uses;
}

llvm::Value* address_in(llvm::Function& function, llvm::GlobalVariable& variable, uint64_t offset) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  llvm::IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  builder.SetCurrentDebugLocation(ir::location_of(function));
  llvm::Value* field =
      builder.CreatePtrAdd(ir::create_lane_intrinsic(builder, ir::LaneIntrinsic::context),
                           builder.getInt64(offsetof(interface::LaunchContext, program_scope)));
  llvm::LoadInst* base =
      builder.CreateAlignedLoad(variable.getType(), field, llvm::Align(alignof(void*)));
  base->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(function.getContext(), {}));
  return builder.CreatePtrAdd(base, builder.getInt64(offset));
}

}  // namespace

std::string lower_program_scope(llvm::Module& module, const ir::PassOptions&) {
  llvm::SmallVector<llvm::Constant*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.hasAttribute(ir::program_scope_attribute)) continue;
    // The memory holds the initial values; here they would only be uses.
    if (variable.hasInitializer()) {
      variable.setInitializer(llvm::UndefValue::get(variable.getValueType()));
    }
    variables.push_back(&variable);
  }
  llvm::convertUsersOfConstantsToInstructions(variables);
  for (llvm::Constant* constant : variables) {
    auto& variable = *llvm::cast<llvm::GlobalVariable>(constant);
    uint64_t offset = 0;
    variable.getAttribute(ir::program_scope_attribute).getValueAsString().getAsInteger(10, offset);
    for (const auto& [function, uses] : uses_of(variable)) {
      llvm::Value* address = address_in(*function, variable, offset);
      for (llvm::Use* use : uses) use->set(address);
    }
    variable.removeDeadConstantUsers();
    if (!variable.use_empty()) {
      return "program-scope variable " + variable.getName().str() + " is still used";
    }
    variable.eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering

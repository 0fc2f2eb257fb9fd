#include "compiler/pass/lowering/lower_events.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace cleave::compiler::pass {
namespace {

/// A type without events. A structure cannot hold any (OpenCL C, 6.11.r).
class WithoutEvents final : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type* remapType(llvm::Type* type) override {
    if (const auto* target = llvm::dyn_cast<llvm::TargetExtType>(type)) {
      const bool is_event = target->getName() == "spirv.Event";
      return is_event ? llvm::Type::getInt64Ty(type->getContext()) : type;
    }
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    }
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      llvm::SmallVector<llvm::Type*, 8> parameters;
      for (llvm::Type* parameter : function->params()) parameters.push_back(remapType(parameter));
      return llvm::FunctionType::get(remapType(function->getReturnType()), parameters,
                                     function->isVarArg());
    }
    return type;
  }

  bool changes(llvm::Type* type) { return remapType(type) != type; }

  bool changes(const llvm::Instruction& instruction) {
    if (const auto* place = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      return changes(place->getAllocatedType());
    }
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      return changes(address->getSourceElementType());
    }
    return changes(instruction.getType()) ||
           llvm::any_of(instruction.operands(),
                        [&](const llvm::Use& use) { return changes(use->getType()); });
  }
};

/// Moves a function, body and all, under a signature without events.
llvm::Function* renew(llvm::Function& function, llvm::FunctionType* type) {
  auto* renewed = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace());
  function.getParent()->getFunctionList().insert(function.getIterator(), renewed);
  renewed->takeName(&function);
  renewed->copyAttributesFrom(&function);
  renewed->copyMetadata(&function, 0);
  renewed->splice(renewed->begin(), &function);
  for (auto [old_argument, argument] : llvm::zip(function.args(), renewed->args())) {
    argument.takeName(&old_argument);
    // The types differ for the moment: uses follow when the body does.
    argument.mutateType(old_argument.getType());
    old_argument.replaceAllUsesWith(&argument);
    argument.mutateType(type->getParamType(argument.getArgNo()));
  }
  function.replaceAllUsesWith(renewed);
  function.eraseFromParent();
  return renewed;
}

}  // namespace

std::string lower_events(llvm::Module& module, const PassOptions&) {
  WithoutEvents types;
  llvm::SmallVector<llvm::Function*, 8> changed;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const bool inside = llvm::any_of(llvm::instructions(function), [&](const auto& instruction) {
      return types.changes(instruction);
    });
    auto* type = llvm::cast<llvm::FunctionType>(types.remapType(function.getFunctionType()));
    const bool outside = type != function.getFunctionType();
    if (!inside && !outside) continue;
    changed.push_back(outside ? renew(function, type) : &function);
  }
  // Calls take the type of what they call from the call itself, so that the order is no matter.
  llvm::ValueToValueMapTy values;
  for (llvm::Function* function : changed) {
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      llvm::RemapInstruction(&instruction, values,
                             llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals, &types);
    }
  }
  return {};
}

}  // namespace cleave::compiler::pass

#include "compiler/pass/lowering/lower_opaque_types.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "builtins/image_memory.h"
#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::pass::lowering {
namespace {

/// Returns what stands for a value of an opaque type; the type itself if it stays.
llvm::Type* lowered(llvm::TargetExtType& type) {
  const llvm::StringRef name = type.getName();
  const bool is_address = name == "spirv.Pipe" || name == "spirv.Image";
  if (is_address) return llvm::PointerType::get(type.getContext(), ir::global_space);
  if (name == "spirv.Sampler") return llvm::Type::getInt32Ty(type.getContext());
  const bool is_number = name == "spirv.Event" || name == "spirv.ReserveId" ||
                         name == "spirv.Queue" || name == "spirv.DeviceEvent";
  if (is_number) return llvm::Type::getInt64Ty(type.getContext());
  return &type;
}

/// Types with what stands for the opaque ones.
class LoweredTypes final : public llvm::ValueMapTypeRemapper {
 public:
  llvm::Type* remapType(llvm::Type* type) override {
    if (auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(type)) return lowered(*opaque);
    if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
      return llvm::ArrayType::get(remapType(array->getElementType()), array->getNumElements());
    }
    if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) return remap(*structure);
    if (auto* function = llvm::dyn_cast<llvm::FunctionType>(type)) {
      llvm::SmallVector<llvm::Type*, 8> parameters;
      for (llvm::Type* parameter : function->params()) parameters.push_back(remapType(parameter));
      return llvm::FunctionType::get(remapType(function->getReturnType()), parameters,
                                     function->isVarArg());
    }
    return type;
  }

  bool changes(llvm::Type* type) { return remapType(type) != type; }
  bool changes(const llvm::Constant& constant) {
    return changes(constant.getType()) ||
           llvm::any_of(constant.operands(), [&](const llvm::Use& use) {
             const auto* inner = llvm::cast<llvm::Constant>(use.get());
             return llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(inner) &&
                    changes(*inner);
           });
  }

  bool changes(const llvm::Instruction& instruction) {
    if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      return changes(variable->getAllocatedType());
    }
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction)) {
      return changes(address->getSourceElementType());
    }
    return changes(instruction.getType()) ||
           llvm::any_of(instruction.operands(), [&](const llvm::Use& use) {
             const auto* constant = llvm::dyn_cast<llvm::ConstantExpr>(use.get());
             return changes(use->getType()) || (constant != nullptr && changes(*constant));
           });
  }

 private:
  /// OpenCL C 2.0 forbids reservation ids in structures (6.9.u), clang does not.
  llvm::Type* remap(llvm::StructType& structure) {
    if (structure.isOpaque()) return &structure;
    if (const auto known = structures_.find(&structure); known != structures_.end()) {
      return known->second;
    }
    llvm::SmallVector<llvm::Type*, 8> elements;
    for (llvm::Type* element : structure.elements()) elements.push_back(remapType(element));
    llvm::Type* result = &structure;
    if (!llvm::equal(elements, structure.elements())) {
      result = llvm::StructType::create(structure.getContext(), elements, "", structure.isPacked());
    }
    return structures_[&structure] = result;
  }

  llvm::DenseMap<llvm::StructType*, llvm::Type*> structures_;
};

/// Makes variables anew, those of local memory, whose initial values are undefined.
void renew_variables(llvm::Module& module, LoweredTypes& types) {
  llvm::SmallVector<llvm::GlobalVariable*> changed;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (types.changes(variable.getValueType())) changed.push_back(&variable);
  }
  // Expressions name the type too.
  llvm::SmallVector<llvm::Constant*> constants(changed.begin(), changed.end());
  llvm::convertUsersOfConstantsToInstructions(constants);
  for (llvm::GlobalVariable* variable : changed) {
    llvm::Type* type = types.remapType(variable->getValueType());
    auto* renewed = new llvm::GlobalVariable(
        module, type, variable->isConstant(), variable->getLinkage(), llvm::UndefValue::get(type),
        "", variable, variable->getThreadLocalMode(), variable->getAddressSpace());
    renewed->copyAttributesFrom(variable);
    renewed->copyMetadata(variable, 0);
    renewed->takeName(variable);
    variable->replaceAllUsesWith(renewed);
    variable->eraseFromParent();
  }
}

bool is_image(llvm::Type& type) {
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(&type);
  return opaque != nullptr && opaque->getName() == "spirv.Image";
}

/// No image is null (clSetKernelArg), and nothing changes its descriptor.
void promise_descriptor(llvm::Argument& argument) {
  llvm::AttrBuilder promises(argument.getContext());
  promises.addAttribute(llvm::Attribute::NonNull);
  promises.addDereferenceableAttr(sizeof(builtins::ImageDescriptor));
  promises.addAlignmentAttr(alignof(builtins::ImageDescriptor));
  argument.addAttrs(promises);
}

/// Moves a function, body and all, under a signature of lowered types.
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
    const bool is_of_kernel = renewed->getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (is_of_kernel && is_image(*old_argument.getType())) promise_descriptor(argument);
  }
  function.replaceAllUsesWith(renewed);
  function.eraseFromParent();
  return renewed;
}

/// Replaces the calls of a function that has lost its meaning, each by what `result` gives.
template <class Result>
void replace_calls(llvm::Module& module, llvm::StringRef name, const Result& result) {
  llvm::Function* function = module.getFunction(name);
  if (function == nullptr || !function->isDeclaration()) return;
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    call->replaceAllUsesWith(result(*call->getArgOperand(0)));
    call->eraseFromParent();
  }
  function->eraseFromParent();
}

/// Conversions between the types and what stands for them now.
void drop_conversions(llvm::Module& module) {
  const auto unchanged = [](llvm::Value& value) { return &value; };
  replace_calls(module, "__cleave_image_descriptor", unchanged);
  replace_calls(module, "__cleave_sampler_bits", unchanged);
  // Constants of samplers have no properties of levels: any level may be read.
  constexpr uint64_t all_levels = uint64_t{builtins::sampler_lod_mask}
                                  << builtins::sampler_lod_maximum_at;
  replace_calls(module, "__translate_sampler_initializer", [](llvm::Value& bits) {
    return llvm::ConstantInt::get(bits.getType(),
                                  llvm::cast<llvm::ConstantInt>(bits).getZExtValue() | all_levels);
  });
}

}  // namespace

std::string lower_opaque_types(llvm::Module& module, const ir::PassOptions&) {
  LoweredTypes types;
  renew_variables(module, types);
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
  drop_conversions(module);
  return {};
}

}  // namespace cleave::compiler::pass::lowering

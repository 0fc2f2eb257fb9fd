#include "compiler/pass/ir/kernel_layout.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/block_kernels.h"

namespace cleave::compiler::pass::ir {
namespace {

/// Returns the type of the value in the argument block, the same before and after
/// lower_opaque_types.
llvm::Type* value_type(const llvm::Argument& argument) {
  if (argument.hasByValAttr()) return argument.getParamByValType();
  const auto* opaque = llvm::dyn_cast<llvm::TargetExtType>(argument.getType());
  const bool is_sampler = opaque != nullptr && opaque->getName() == "spirv.Sampler";
  return is_sampler ? llvm::Type::getInt32Ty(argument.getContext()) : argument.getType();
}

bool is_pointer(const llvm::Argument& argument) {
  return argument.getType()->isPointerTy() && !argument.hasByValAttr();
}

}  // namespace

llvm::SetVector<llvm::Function*> functions_that_mention(const llvm::Value& value) {
  llvm::SetVector<llvm::Function*> functions;
  llvm::SmallVector<const llvm::Value*> work = {&value};
  while (!work.empty()) {
    for (const llvm::User* user : work.pop_back_val()->users()) {
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        functions.insert(const_cast<llvm::Function*>(instruction->getFunction()));
      } else if (llvm::isa<llvm::Constant>(user)) {
        work.push_back(user);
      }
    }
  }
  return functions;
}

uint32_t argument_bytes(const llvm::Argument& argument) {
  const llvm::DataLayout& layout = argument.getParent()->getDataLayout();
  return static_cast<uint32_t>(layout.getTypeAllocSize(value_type(argument)));
}

uint32_t argument_alignment(const llvm::Argument& argument) {
  const llvm::DataLayout& layout = argument.getParent()->getDataLayout();
  llvm::Align natural = layout.getABITypeAlign(value_type(argument));
  // The alignment attribute of a pointer is that of the memory that it points to.
  if (is_pointer(argument)) return static_cast<uint32_t>(natural.value());
  return static_cast<uint32_t>(argument.getParamAlign().value_or(natural).value());
}

ArgumentLayout layout_arguments(const llvm::Function& kernel) {
  ArgumentLayout layout;
  if (is_block_kernel(kernel)) {
    layout.bytes = literal_offset(kernel);
    layout.offsets.push_back(layout.bytes);
    for (uint32_t i = 1; i < kernel.arg_size(); ++i) layout.offsets.push_back(8 * (i - 1));
    return layout;
  }
  for (const llvm::Argument& argument : kernel.args()) {
    auto offset = llvm::alignTo(layout.bytes, llvm::Align(argument_alignment(argument)));
    layout.offsets.push_back(static_cast<uint32_t>(offset));
    layout.bytes = static_cast<uint32_t>(offset) + argument_bytes(argument);
  }
  return layout;
}

llvm::DenseMap<const llvm::Function*, std::vector<LocalVariable>> local_variables(
    llvm::Module& module) {
  llvm::DenseMap<const llvm::Function*, std::vector<LocalVariable>> variables;
  size_t number = 0;
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() != local_space) continue;
    for (const llvm::Function* function : functions_that_mention(variable)) {
      variables[function].emplace_back(number, &variable);
    }
    ++number;
  }
  return variables;
}

LocalMemory layout_local_memory(
    llvm::ArrayRef<LocalVariable> variables,
    const std::function<void(llvm::GlobalVariable&, uint64_t offset)>& set_offset) {
  LocalMemory memory;
  for (const auto& [number, variable] : variables) {
    const llvm::DataLayout& layout = variable->getDataLayout();
    llvm::Type* type = variable->getValueType();
    const llvm::Align alignment = variable->getAlign().value_or(layout.getABITypeAlign(type));
    uint64_t offset = llvm::alignTo(memory.bytes, alignment);
    memory.bytes = llvm::SaturatingAdd<uint64_t>(offset, layout.getTypeAllocSize(type));
    memory.alignment = std::max(memory.alignment, static_cast<uint32_t>(alignment.value()));
    if (set_offset) set_offset(*variable, offset);
  }
  return memory;
}

}  // namespace cleave::compiler::pass::ir

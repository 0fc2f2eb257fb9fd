#include "compiler/frontend/sycl/kernel_metadata.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <span>
#include <string>

#include "compiler/canonical/facts/kernel_facts.h"
#include "compiler/canonical/module/messages.h"

namespace cleave::compiler::frontend::sycl {
namespace {

constexpr const char* group_size = "reqd_work_group_size";
constexpr const char* group_size_hint = "work_group_size_hint";
constexpr const char* sub_group_size = "intel_reqd_sub_group_size";

llvm::Metadata* number(llvm::LLVMContext& context, uint32_t value) {
  return llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
}

void set_numbers(llvm::Function& kernel, const char* kind, std::span<const uint32_t> values) {
  if (values.front() == 0) return;
  llvm::SmallVector<llvm::Metadata*> list;
  for (const uint32_t value : values) list.push_back(number(kernel.getContext(), value));
  kernel.setMetadata(kind, llvm::MDNode::get(kernel.getContext(), list));
}

/// The first argument is the kernel object, the second one dynamic local memory.
void describe_arguments(llvm::Function& kernel) {
  llvm::LLVMContext& context = kernel.getContext();
  llvm::SmallVector<llvm::Metadata*> spaces;
  llvm::SmallVector<llvm::Metadata*> types;
  llvm::SmallVector<llvm::Metadata*> names;
  for (const llvm::Argument& argument : kernel.args()) {
    const bool is_pointer = argument.getType()->isPointerTy() && !argument.hasByValAttr();
    spaces.push_back(
        number(context, is_pointer ? argument.getType()->getPointerAddressSpace() : 0));
    types.push_back(llvm::MDString::get(context, is_pointer ? "char*" : "kernel object"));
    names.push_back(llvm::MDString::get(context, argument.getName()));
  }
  const llvm::SmallVector<llvm::Metadata*> none(kernel.arg_size(),
                                                llvm::MDString::get(context, "none"));
  const llvm::SmallVector<llvm::Metadata*> empty(kernel.arg_size(),
                                                 llvm::MDString::get(context, ""));
  kernel.setMetadata("kernel_arg_addr_space", llvm::MDNode::get(context, spaces));
  kernel.setMetadata("kernel_arg_access_qual", llvm::MDNode::get(context, none));
  kernel.setMetadata("kernel_arg_type", llvm::MDNode::get(context, types));
  kernel.setMetadata("kernel_arg_base_type", llvm::MDNode::get(context, types));
  kernel.setMetadata("kernel_arg_type_qual", llvm::MDNode::get(context, empty));
  kernel.setMetadata("kernel_arg_name", llvm::MDNode::get(context, names));
}

/// Gives the kernel a name in its debug information, where clang has a symbol alone.
void name_for_debuggers(llvm::Function& kernel, const std::string& name) {
  constexpr unsigned name_operand = 2;
  llvm::DISubprogram* program = kernel.getSubprogram();
  if (program == nullptr || !program->getName().empty()) return;
  program->replaceOperandWith(name_operand, llvm::MDString::get(kernel.getContext(), name));
}

}  // namespace

void describe_kernels(llvm::Module& module, const device_image::Table& table) {
  for (llvm::Function& function : module) {
    for (const char* kind : {group_size, group_size_hint, sub_group_size}) {
      function.setMetadata(kind, nullptr);
    }
  }
  for (const device_image::KernelRow& kernel : table.kernels) {
    llvm::Function* function = module.getFunction(kernel.symbol);
    if (function == nullptr || !canonical::facts::is_kernel(*function)) continue;
    if (!kernel.name.empty()) name_for_debuggers(*function, kernel.name);
    set_numbers(*function, group_size, kernel.required_work_group_size);
    set_numbers(*function, group_size_hint, kernel.work_group_size_hint);
    set_numbers(*function, sub_group_size, std::span(&kernel.sub_group_size, 1));
  }
  for (llvm::Function& function : module) {
    if (!canonical::facts::is_kernel(function)) continue;
    describe_arguments(function);
    name_for_debuggers(function, canonical::module::readable_name(function.getName()));
  }
}

}  // namespace cleave::compiler::frontend::sycl

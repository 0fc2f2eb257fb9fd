#include "compiler/canonical/globals/program_objects.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/canonical/module/messages.h"
#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::canonical::globals {
namespace {

using CalledFunctions = llvm::SmallVector<llvm::Function*>;

bool can_be_listed(const llvm::Function& function) {
  return function.arg_empty() && !function.isVarArg() && function.getReturnType()->isVoidTy();
}

// The functions of a list like llvm.global_ctors, in order. Linking appends one list to the other.
CalledFunctions take_list(llvm::Module& module, const char* name, std::string& problems) {
  CalledFunctions functions;
  llvm::GlobalVariable* const list = module.getNamedGlobal(name);
  if (list == nullptr) return functions;
  // LLVM's verifier has seen to the type of the entries.
  const llvm::Constant* entries = list->hasInitializer() ? list->getInitializer() : nullptr;
  const auto* array = llvm::dyn_cast_or_null<llvm::ConstantArray>(entries);
  for (unsigned i = 0; array != nullptr && i < array->getNumOperands(); ++i) {
    llvm::Constant* const entry = array->getOperand(i)->getAggregateElement(1);
    auto* const function = llvm::dyn_cast<llvm::Function>(entry->stripPointerCasts());
    if (function != nullptr && can_be_listed(*function)) {
      functions.push_back(function);
    } else if (!entry->isNullValue()) {
      problems += module::error_at(llvm::DebugLoc(), std::string(name) + " names no function");
    }
  }
  list->eraseFromParent();
  return functions;
}

void add_empty_metadata(llvm::Function& kernel) {
  for (const char* kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type",
                           "kernel_arg_base_type", "kernel_arg_type_qual"}) {
    kernel.setMetadata(kind, llvm::MDNode::get(kernel.getContext(), {}));
  }
}

void make_kernel(llvm::Module& module, const CalledFunctions& functions, const char* name,
                 const char* attribute) {
  if (functions.empty()) return;
  llvm::LLVMContext& context = module.getContext();
  auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  llvm::Function* const kernel =
      llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
  kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  kernel->addFnAttr(attribute);
  kernel->addFnAttr(llvm::Attribute::NoUnwind);
  add_empty_metadata(*kernel);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", kernel));
  for (llvm::Function* function : functions) {
    builder.CreateCall(function)->setCallingConv(function->getCallingConv());
  }
  builder.CreateRetVoid();
}

}  // namespace

std::string make_object_kernels(llvm::Module& module) {
  std::string problems;
  const CalledFunctions constructors = take_list(module, "llvm.global_ctors", problems);
  CalledFunctions destructors = take_list(module, "llvm.global_dtors", problems);
  std::ranges::reverse(destructors);
  make_kernel(module, constructors, "__cleave_construct_objects", pass::ir::constructs_attribute);
  make_kernel(module, destructors, "__cleave_destroy_objects", pass::ir::destroys_attribute);
  return problems;
}

std::string find_unsupported_objects(const llvm::Module& module,
                                     const std::vector<interface::KernelFacts>& kernels) {
  std::string problems;
  for (const interface::KernelFacts& kernel : kernels) {
    if (kernel.role != interface::KernelRole::constructs &&
        kernel.role != interface::KernelRole::destroys)
      continue;
    const char* const what = kernel.prints               ? "prints"
                             : kernel.uses_device_queues ? "uses queues on the device"
                                                         : nullptr;
    if (what == nullptr) continue;
    problems += module::error_at(
        *module.getFunction(kernel.name),
        std::string("the constructor or destructor of an object at program scope ") + what);
  }
  return problems;
}

}  // namespace cleave::compiler::canonical::globals

#include "compiler/pass/lowering/inline_synchronising.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include "builtins/index.h"
#include "compiler/pass/ir/address_spaces.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/lowering/choose_calls.h"
#include "compiler/pass/lowering/inline_marked.h"

namespace cleave::compiler::pass::lowering {
namespace {

using Functions = llvm::SetVector<llvm::Function*>;

/// Adds the functions whose instructions use the value, also through constant expressions.
void add_users(llvm::Value& value, Functions& functions) {
  for (llvm::User* user : value.users()) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      functions.insert(instruction->getFunction());
    } else if (llvm::isa<llvm::Constant>(user)) {
      add_users(*user, functions);
    }
  }
}

/// LLVM's inliner knows no limit of a stack.
void keep_calls(llvm::Module& module, uint32_t sub_group_size) {
  FunctionSet staying;
  const CallChoice choice(module);
  for (const llvm::Function& function : module) {
    const bool is_kernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (is_kernel && !function.isDeclaration()) {
      choice.keep_calls(function, sub_group_size, staying);
    }
  }
  for (llvm::Function& function : module) {
    if (!staying.contains(&function)) continue;
    function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(llvm::Attribute::NoInline);
  }
}

}  // namespace

Functions functions_that_synchronise(llvm::Module& module) {
  Functions functions;
  for (llvm::Function& function : module) {
    std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(function);
    if (intrinsic && ir::needs_kernel(*intrinsic)) add_users(function, functions);
    const bool meets = ir::collective_of(function) ||
                       (function.isDeclaration() &&
                        builtins::has_trait(function.getName(), builtins::Trait::synchronises));
    if (meets) add_users(function, functions);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == ir::local_space) add_users(variable, functions);
  }
  // The set grows while it is walked: callers of what is inlined are inlined too.
  for (size_t i = 0; i < functions.size(); ++i) add_users(*functions[i], functions);
  return functions;
}

std::string inline_synchronising(llvm::Module& module, const ir::PassOptions& options) {
  keep_calls(module, options.sub_group_size);
  for (llvm::Function* function : functions_that_synchronise(module)) {
    if (function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) continue;
    function->removeFnAttr(llvm::Attribute::NoInline);
    function->removeFnAttr(llvm::Attribute::OptimizeNone);
    function->addFnAttr(llvm::Attribute::AlwaysInline);
    function->setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  inline_marked(module);
  ir::LlvmPasses llvm_passes(nullptr);
  llvm::ModulePassManager manager;
  manager.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  manager.addPass(llvm::GlobalDCEPass());
  llvm_passes.run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass::lowering

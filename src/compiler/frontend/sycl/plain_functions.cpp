#include "compiler/frontend/sycl/plain_functions.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/pass/ir/attributes.h"

namespace cleave::compiler::frontend::sycl {
namespace {

bool looks_at_variable_arguments(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](const llvm::Instruction& instruction) {
    return llvm::isa<llvm::VAArgInst, llvm::VAStartInst>(instruction);
  });
}

/// Returns the call without the arguments that the callee has no parameters for.
void shorten_call(llvm::CallInst& call, llvm::Function& callee) {
  const unsigned count = callee.getFunctionType()->getNumParams();
  const llvm::SmallVector<llvm::Value*> arguments(call.arg_begin(), call.arg_begin() + count);
  auto* made = llvm::CallInst::Create(&callee, arguments, "", call.getIterator());
  made->setCallingConv(call.getCallingConv());
  made->setDebugLoc(call.getDebugLoc());
  const llvm::AttributeList attributes = call.getAttributes();
  llvm::SmallVector<llvm::AttributeSet> of_arguments;
  for (unsigned i = 0; i < count; ++i) of_arguments.push_back(attributes.getParamAttrs(i));
  made->setAttributes(llvm::AttributeList::get(call.getContext(), attributes.getFnAttrs(),
                                               attributes.getRetAttrs(), of_arguments));
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

void fix_arguments(llvm::Function& function) {
  auto* type = llvm::FunctionType::get(function.getReturnType(),
                                       function.getFunctionType()->params(), false);
  auto* made = llvm::Function::Create(type, function.getLinkage(), function.getAddressSpace(), "",
                                      function.getParent());
  made->copyAttributesFrom(&function);
  made->copyMetadata(&function, 0);
  function.setSubprogram(nullptr);
  made->takeName(&function);
  made->splice(made->begin(), &function);
  for (llvm::Argument& argument : function.args()) {
    argument.replaceAllUsesWith(made->getArg(argument.getArgNo()));
  }
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call != nullptr && call->getCalledFunction() == &function) shorten_call(*call, *made);
  }
  function.replaceAllUsesWith(made);
  function.eraseFromParent();
}

/// Gives each second name of a function, as clang gives constructors, a function of its own: other
/// units may call either.
void resolve_aliases(llvm::Module& module) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    llvm::Constant* meant = alias.getAliasee();
    if (auto* function = llvm::dyn_cast<llvm::Function>(meant)) {
      llvm::ValueToValueMapTy map;
      llvm::Function* copy = llvm::CloneFunction(function, map);
      copy->setLinkage(alias.getLinkage());
      copy->takeName(&alias);
      meant = copy;
    }
    alias.replaceAllUsesWith(meant);
    alias.eraseFromParent();
  }
}

void drop_variable(llvm::Module& module, llvm::StringRef name) {
  llvm::GlobalVariable* variable = module.getNamedGlobal(name);
  if (variable != nullptr && variable->use_empty()) variable->eraseFromParent();
}

}  // namespace

void make_functions_plain(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> variadic;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    if (function.hasOptNone()) {
      function.removeFnAttr(llvm::Attribute::OptimizeNone);
      function.removeFnAttr(llvm::Attribute::NoInline);
      function.addFnAttr(pass::ir::unoptimised_attribute);
    }
    if (function.isVarArg() && !looks_at_variable_arguments(function))
      variadic.push_back(&function);
  }
  for (llvm::Function* function : variadic) fix_arguments(*function);
}

void drop_leftovers(llvm::Module& module) {
  resolve_aliases(module);
  for (const char* list : {"llvm.global.annotations", "llvm.used", "llvm.compiler.used"}) {
    drop_variable(module, list);
  }
  // The texts of annotations.
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals())) {
    variable.removeDeadConstantUsers();
    if (variable.getSection() == "llvm.metadata" && variable.use_empty()) {
      variable.eraseFromParent();
    }
  }
  for (llvm::GlobalObject& object : module.global_objects()) object.setComdat(nullptr);
}

}  // namespace cleave::compiler::frontend::sycl

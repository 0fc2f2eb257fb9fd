#include "compiler/frontend/opencl_c/construct_objects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/Evaluator.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>
#include <utility>

#include "compiler/canonical/globals/program_objects.h"
#include "compiler/canonical/module/messages.h"

namespace cleave::compiler::frontend::opencl_c {
namespace {

using CalledFunctions = llvm::SmallVector<llvm::Function*>;

constexpr const char* list_of_constructors = "llvm.global_ctors";

// The functions that a function calls, in the order of the calls.
CalledFunctions called_by(llvm::Function& function) {
  CalledFunctions called;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call != nullptr && call->getCalledFunction() != nullptr) {
      called.push_back(call->getCalledFunction());
    }
  }
  return called;
}

// The kernels that clang makes of all constructors of a file.
CalledFunctions constructing_kernels(const llvm::GlobalVariable& list) {
  CalledFunctions kernels;
  for (const llvm::Use& entry : list.getInitializer()->operands()) {
    const auto* priority_and_kernel = llvm::cast<llvm::ConstantStruct>(entry.get());
    llvm::Constant* kernel = priority_and_kernel->getOperand(1)->stripPointerCasts();
    if (auto* function = llvm::dyn_cast<llvm::Function>(kernel)) kernels.push_back(function);
  }
  return kernels;
}

// Promotes variables to registers. LLVM's evaluator cannot keep an address of another address space
// in a variable, as every constructor does with `this`.
void keep_in_registers(llvm::Function& first) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager of_loops;
  llvm::FunctionAnalysisManager of_functions;
  llvm::CGSCCAnalysisManager of_components;
  llvm::ModuleAnalysisManager of_modules;
  builder.registerModuleAnalyses(of_modules);
  builder.registerCGSCCAnalyses(of_components);
  builder.registerFunctionAnalyses(of_functions);
  builder.registerLoopAnalyses(of_loops);
  builder.crossRegisterProxies(of_loops, of_functions, of_components, of_modules);
  llvm::SmallSetVector<llvm::Function*, 8> reached;
  reached.insert(&first);
  for (size_t i = 0; i < reached.size(); ++i) {
    llvm::Function& function = *reached[i];
    if (function.isDeclaration()) continue;
    for (llvm::Function* called : called_by(function)) reached.insert(called);
    llvm::PromotePass().run(function, of_functions);
  }
}

// Gives the variables the values that the function writes; false if it does more than that.
bool evaluate(llvm::Function& function, const llvm::TargetLibraryInfo& library) {
  keep_in_registers(function);
  llvm::Evaluator evaluator(function.getDataLayout(), &library);
  llvm::Constant* nothing = nullptr;
  const llvm::SmallVector<llvm::Constant*, 0> no_arguments;
  if (!evaluator.EvaluateFunction(&function, nothing, no_arguments)) return false;
  for (const auto& [variable, value] : evaluator.getMutatedInitializers()) {
    variable->setInitializer(value);
  }
  return true;
}

// The calls by which a constructing function has an object destroyed.
llvm::SmallVector<llvm::CallInst*> registrations_in(llvm::Function& function) {
  llvm::SmallVector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* called = call == nullptr ? nullptr : call->getCalledFunction();
    if (called != nullptr && called->getName() == "__cxa_atexit") calls.push_back(call);
  }
  return calls;
}

/// Makes functions that destroy one object each of what clang would register for later.
class Destructors {
 public:
  Destructors(llvm::Module& module, DestroyedObjects objects)
      : module_(module), objects_(std::move(objects)) {}

  [[nodiscard]] const std::string& problems() const { return problems_; }
  /// Takes the registration away; the destructor goes to llvm.global_dtors.
  void take(llvm::CallInst& registration) {
    auto* const destructor =
        llvm::cast<llvm::Function>(registration.getArgOperand(0)->stripPointerCasts());
    llvm::LLVMContext& context = module_.getContext();
    auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
    llvm::Function* const function = llvm::Function::Create(
        type, llvm::GlobalValue::InternalLinkage, "__cleave_destroy_object", module_);
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
    llvm::SmallVector<llvm::Value*, 1> arguments;
    for (const llvm::Argument& argument : destructor->args()) {
      arguments.push_back(object_of(*destructor, argument, builder));
    }
    builder.CreateCall(destructor, arguments)->setCallingConv(destructor->getCallingConv());
    builder.CreateRetVoid();
    llvm::appendToGlobalDtors(module_, function, canonical::globals::object_priority);
    registration.replaceAllUsesWith(llvm::ConstantInt::get(registration.getType(), 0));
    registration.eraseFromParent();
  }

 private:
  // Clang passes a null pointer for an object of an address space, as all are here: the object is
  // the next of its class. What destroys an array takes its argument for nothing.
  llvm::Value* object_of(const llvm::Function& destructor, const llvm::Argument& argument,
                         llvm::IRBuilder<>& builder) {
    if (destructor.getName().starts_with("__cxx_global_array_dtor")) {
      return llvm::Constant::getNullValue(argument.getType());
    }
    const auto found =
        std::ranges::find(objects_, destructor.getName(), &DestroyedObject::destructor);
    llvm::GlobalVariable* variable = nullptr;
    if (found != objects_.end()) {
      variable = module_.getNamedGlobal(found->variable);
      objects_.erase(found);
    }
    if (variable != nullptr) return builder.CreateAddrSpaceCast(variable, argument.getType());
    problems_ +=
        canonical::module::error_at(destructor, "it is not known which object this destroys");
    return llvm::Constant::getNullValue(argument.getType());
  }

  llvm::Module& module_;
  DestroyedObjects objects_;
  std::string problems_;
};

// Reports objects of functions that are to be constructed once, for which clang calls a guard: the
// lanes of a sub-group cannot wait for one of them.
std::string find_guarded_objects(const llvm::Module& module) {
  std::string problems;
  const llvm::Function* const guard = module.getFunction("__cxa_guard_acquire");
  if (guard == nullptr) return problems;
  for (const llvm::User* user : guard->users()) {
    problems += canonical::module::error_at(
        llvm::cast<llvm::Instruction>(user)->getDebugLoc(),
        "a static object of a function has a constructor that cannot be run while the program is "
        "built, or a destructor: declare it at program scope");
  }
  return problems;
}

void erase_unused(llvm::Module& module) {
  for (const char* name : {"__cxa_atexit", "__dso_handle"}) {
    llvm::GlobalValue* const value = module.getNamedValue(name);
    if (value != nullptr && value->use_empty()) value->eraseFromParent();
  }
}

}  // namespace

std::string construct_objects(llvm::Module& module, DestroyedObjects destroyed) {
  llvm::GlobalVariable* list = module.getNamedGlobal(list_of_constructors);
  std::string problems = find_guarded_objects(module);
  if (!problems.empty() || list == nullptr) return problems;
  const llvm::TargetLibraryInfoImpl no_library(module.getTargetTriple());
  const llvm::TargetLibraryInfo library(no_library);
  const CalledFunctions kernels = constructing_kernels(*list);
  list->eraseFromParent();
  Destructors destructors(module, std::move(destroyed));
  CalledFunctions left;
  for (llvm::Function* kernel : kernels) {
    const CalledFunctions constructors = called_by(*kernel);
    kernel->eraseFromParent();
    for (llvm::Function* constructor : constructors) {
      for (llvm::CallInst* call : registrations_in(*constructor)) destructors.take(*call);
      if (!left.empty() || !evaluate(*constructor, library)) {
        left.push_back(constructor);
      } else if (constructor->use_empty()) {
        constructor->eraseFromParent();
      }
    }
  }
  for (llvm::Function* constructor : left) {
    llvm::appendToGlobalCtors(module, constructor, canonical::globals::object_priority);
  }
  erase_unused(module);
  return destructors.problems();
}

}  // namespace cleave::compiler::frontend::opencl_c

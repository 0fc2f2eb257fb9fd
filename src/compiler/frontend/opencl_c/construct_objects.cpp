#include "compiler/frontend/opencl_c/construct_objects.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/Evaluator.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "compiler/canonical/messages.h"

namespace cleave::compiler::frontend {
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

// What the evaluator cannot do: to keep an address of another address space in a variable, as every
// constructor does with `this`.
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

std::string why_not(llvm::Function& function) {
  const bool is_destroyed = llvm::any_of(called_by(function), [](const llvm::Function* called) {
    return called->getName() == "__cxa_atexit";
  });
  llvm::DebugLoc location;  // the function itself has none
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (!location) location = instruction.getDebugLoc();
  }
  return canonical::error_at(
      location, is_destroyed ? "an object at program scope has a destructor"
                             : "the constructor of an object at program scope cannot be run while "
                               "the program is built");
}

}  // namespace

std::string construct_objects(llvm::Module& module) {
  llvm::GlobalVariable* list = module.getNamedGlobal(list_of_constructors);
  if (list == nullptr) return "";
  const llvm::TargetLibraryInfoImpl no_library(module.getTargetTriple());
  const llvm::TargetLibraryInfo library(no_library);
  const CalledFunctions kernels = constructing_kernels(*list);
  list->eraseFromParent();
  std::string problems;
  for (llvm::Function* kernel : kernels) {
    const CalledFunctions constructors = called_by(*kernel);
    kernel->eraseFromParent();
    for (llvm::Function* constructor : constructors) {
      if (!evaluate(*constructor, library)) problems += why_not(*constructor);
      if (constructor->use_empty()) constructor->eraseFromParent();
    }
  }
  return problems;
}

}  // namespace cleave::compiler::frontend

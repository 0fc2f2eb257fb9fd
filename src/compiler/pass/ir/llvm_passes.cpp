#include "compiler/pass/ir/llvm_passes.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace cleave::compiler::pass::ir {
namespace {

llvm::TargetLibraryInfoImpl library_functions(const llvm::TargetMachine* machine) {
  llvm::TargetLibraryInfoImpl library(machine == nullptr ? llvm::Triple("spir64-unknown-unknown")
                                                         : machine->getTargetTriple());
  library.disableAllFunctions();
  for (llvm::LibFunc function :
       {llvm::LibFunc_memcpy, llvm::LibFunc_memmove, llvm::LibFunc_memset}) {
    library.setAvailable(function);
  }
  return library;
}

llvm::PipelineTuningOptions tuning() {
  llvm::PipelineTuningOptions options;
  options.SLPVectorization = false;  // gained nothing on kernels and cost much
  return options;
}

}  // namespace

struct LlvmPasses::State {
  explicit State(llvm::TargetMachine* machine) : builder(machine, tuning()) {}

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

LlvmPasses::LlvmPasses(llvm::TargetMachine* machine) : state_(std::make_unique<State>(machine)) {
  State& state = *state_;
  state.functions.registerPass(
      [&] { return llvm::TargetLibraryAnalysis(library_functions(machine)); });
  state.builder.registerModuleAnalyses(state.modules);
  state.builder.registerCGSCCAnalyses(state.components);
  state.builder.registerFunctionAnalyses(state.functions);
  state.builder.registerLoopAnalyses(state.loops);
  state.builder.crossRegisterProxies(state.loops, state.functions, state.components, state.modules);
}

LlvmPasses::~LlvmPasses() = default;

llvm::PassBuilder& LlvmPasses::builder() {
  return state_->builder;
}

llvm::FunctionAnalysisManager& LlvmPasses::analyses() {
  return state_->functions;
}

void LlvmPasses::run(llvm::Module& module, llvm::ModulePassManager& manager) {
  manager.run(module, state_->modules);
}

void LlvmPasses::run(llvm::Function& function, llvm::FunctionPassManager& manager) {
  manager.run(function, state_->functions);
}

llvm::PreservedAnalyses UnlessAttribute::run(llvm::Function& function,
                                             llvm::FunctionAnalysisManager& analyses) {
  if (function.hasFnAttribute(attribute_)) return llvm::PreservedAnalyses::all();
  return passes_.run(function, analyses);
}

}  // namespace cleave::compiler::pass::ir

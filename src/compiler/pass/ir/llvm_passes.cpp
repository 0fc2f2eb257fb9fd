#include "compiler/pass/ir/llvm_passes.h"

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Target/TargetMachine.h>

namespace cleave::compiler::pass {
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

LlvmPasses::LlvmPasses(llvm::TargetMachine* machine) : builder_(machine, tuning()) {
  functions_.registerPass([&] { return llvm::TargetLibraryAnalysis(library_functions(machine)); });
  builder_.registerModuleAnalyses(modules_);
  builder_.registerCGSCCAnalyses(components_);
  builder_.registerFunctionAnalyses(functions_);
  builder_.registerLoopAnalyses(loops_);
  builder_.crossRegisterProxies(loops_, functions_, components_, modules_);
}

}  // namespace cleave::compiler::pass

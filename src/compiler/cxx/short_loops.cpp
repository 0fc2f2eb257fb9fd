#include "compiler/cxx/short_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Function.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace cleave::compiler::cxx {
namespace {

/// vec and marray of 16 elements are short, and the functions of their elements are small or calls.
constexpr unsigned most_iterations = 16;
constexpr size_t most_instructions = 512;

size_t instructions_in(const llvm::Loop& loop) {
  size_t count = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) count += block->size();
  return count;
}

/// Asks for short loops to be unrolled, also where clang forbids it for all (-O1, -fno-unroll-loops).
struct AskForShortLoops : llvm::PassInfoMixin<AskForShortLoops> {
  static llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& /*analyses*/,
                                     llvm::LoopStandardAnalysisResults& results,
                                     llvm::LPMUpdater& /*updater*/) {
    const unsigned iterations = results.SE.getSmallConstantTripCount(&loop);
    const bool is_short = iterations != 0 && iterations <= most_iterations &&
                          iterations * instructions_in(loop) <= most_instructions;
    if (is_short) {
      llvm::LLVMContext& context = loop.getHeader()->getContext();
      loop.setLoopID(llvm::makePostTransformationMetadata(
          context, loop.getLoopID(), {"llvm.loop.unroll."},
          llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.full"))));
    }
    return llvm::PreservedAnalyses::all();
  }
};

/// Returns true for functions of the headers, by their mangled names.
bool is_of_headers(const llvm::Function& function) {
  return function.getName().starts_with("_ZN4sycl") || function.getName().starts_with("_ZNK4sycl");
}

}  // namespace

UnrollShortLoops::UnrollShortLoops() {
  passes_.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
  llvm::LoopPassManager loops;
  loops.addPass(AskForShortLoops());
  loops.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/true));
  passes_.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
}

llvm::PreservedAnalyses UnrollShortLoops::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  if (!is_of_headers(function)) return llvm::PreservedAnalyses::all();
  if (analyses.getResult<llvm::LoopAnalysis>(function).empty()) {
    return llvm::PreservedAnalyses::all();
  }
  return passes_.run(function, analyses);
}

}  // namespace cleave::compiler::cxx

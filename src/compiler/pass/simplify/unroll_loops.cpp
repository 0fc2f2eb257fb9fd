#include "compiler/pass/simplify/unroll_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass {
namespace {

/// Loops over halves of the work-group have constant trip counts then.
void answer_local_size(llvm::Module& module, const PassOptions& options) {
  for (llvm::Function& function : module) {
    const std::optional<LaneIntrinsic> query = lane_intrinsic_of(function);
    if (query != LaneIntrinsic::local_size && query != LaneIntrinsic::enqueued_local_size) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      const auto* dimension = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      if (dimension == nullptr || dimension->uge(options.local_size.size())) continue;
      const uint32_t size = options.local_size[dimension->getZExtValue()];
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), size));
      call->eraseFromParent();
    }
  }
}

/// Returns the most barriers that unrolling may make of those in one loop. Behind each begins a
/// region of its own, and what lives there crosses it in memory: a radix sort of 16 iterations
/// takes 1.1 s, of 64 it took 8 s, of 183 more than nine minutes, where 1.1 s are enough.
constexpr unsigned most_barriers() {
  return 32;
}

unsigned barriers_in(const llvm::Loop& loop) {
  unsigned count = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    count += llvm::count_if(*block, is_barrier_call);
  }
  return count;
}

/// Keeps loops as they are that would become more barriers in a row than `most_barriers`.
struct KeepLoopsOfManyBarriers : llvm::PassInfoMixin<KeepLoopsOfManyBarriers> {
  static llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& /*analyses*/,
                                     llvm::LoopStandardAnalysisResults& results,
                                     llvm::LPMUpdater& /*updater*/) {
    const uint64_t most_iterations = results.SE.getSmallConstantMaxTripCount(&loop);
    if (most_iterations * barriers_in(loop) > most_barriers()) loop.setLoopAlreadyUnrolled();
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

std::string unroll_loops(llvm::Module& module, const PassOptions& options) {
  if (options.quick) return {};
  llvm::FunctionPassManager functions;
  if (options.local_size[0] != 0) {
    answer_local_size(module, options);
    functions.addPass(llvm::InstSimplifyPass());  // what is computed from it
  }
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  // Wider counters would make wider lanes.
  loops.addPass(llvm::IndVarSimplifyPass(/*WidenIndVars=*/false));
  loops.addPass(KeepLoopsOfManyBarriers());
  loops.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2));
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(
      UnlessAttribute(serial_lanes_attribute, std::move(functions))));
  LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass

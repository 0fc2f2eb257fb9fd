#include "compiler/pass/simplify/unroll_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
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

#include <algorithm>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::simplify {
namespace {

/// Loops over halves of the work-group have constant trip counts then.
void answer_local_size(llvm::Module& module, const ir::PassOptions& options) {
  for (llvm::Function& function : module) {
    const std::optional<ir::LaneIntrinsic> intrinsic = ir::lane_intrinsic_of(function);
    if (intrinsic != ir::LaneIntrinsic::local_size &&
        intrinsic != ir::LaneIntrinsic::enqueued_local_size)
      continue;
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

/// Returns the most instructions that unrolling may leave of one loop. LLVM makes 16,384 where a
/// program asks for it, as `#pragma unroll` does, and each becomes several for a sub-group: a scan
/// with seven such loops took 38 s and 500 MB with 8 lanes, minutes and 2.4 GB with 64. With 5,000
/// to 9,000 instructions from each loop it takes 3.4 and 17 s, with half of that 1.3 and 5.4; as
/// loops 0.2 and 0.3 s.
constexpr unsigned most_unrolled_instructions() {
  return 4096;
}

uint64_t barriers_in(const llvm::Loop& loop) {
  uint64_t count = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    count += llvm::count_if(*block, ir::is_barrier_call);
  }
  return count;
}

/// Returns whether each copy of `instruction` is a constant once the loop is unrolled: it counts the
/// iterations, or is computed from nothing but constants and members of `known`.
bool folds_in_copies(llvm::Instruction& instruction,
                     const llvm::SmallPtrSetImpl<const llvm::Value*>& known, const llvm::Loop& loop,
                     llvm::ScalarEvolution& evolution) {
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
    if (phi->getParent() != loop.getHeader() || !evolution.isSCEVable(phi->getType())) return false;
    const auto* counter = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(phi));
    return counter != nullptr && counter->getLoop() == &loop &&
           llvm::isa<llvm::SCEVConstant>(counter->getStart()) &&
           llvm::isa<llvm::SCEVConstant>(counter->getStepRecurrence(evolution));
  }
  if (instruction.mayReadOrWriteMemory() || llvm::isa<llvm::CallBase>(instruction)) return false;
  if (instruction.isTerminator() && !llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction)) {
    return false;
  }
  return llvm::all_of(instruction.operands(), [&](const llvm::Use& operand) {
    return llvm::isa<llvm::Constant, llvm::BasicBlock>(operand) || known.contains(operand);
  });
}

/// Returns how many instructions each copy of the loop keeps when it is unrolled: all but those that
/// become constants, and jumps.
uint64_t instructions_kept(llvm::Loop& loop, llvm::LoopInfo& loops,
                           llvm::ScalarEvolution& evolution) {
  llvm::SmallPtrSet<const llvm::Value*, 32> known;
  uint64_t kept = 0;
  llvm::LoopBlocksDFS blocks(&loop);
  blocks.perform(&loops);
  for (llvm::BasicBlock* block : llvm::make_range(blocks.beginRPO(), blocks.endRPO())) {
    for (llvm::Instruction& instruction : *block) {
      if (folds_in_copies(instruction, known, loop, evolution)) {
        known.insert(&instruction);
      } else {
        ++kept;
      }
    }
  }
  return kept;
}

constexpr const char* unroll_all = "llvm.loop.unroll.full";
constexpr const char* unroll_as_fits = "llvm.loop.unroll.enable";
constexpr const char* unroll_count = "llvm.loop.unroll.count";

/// Returns how many copies of a loop the program asks for; 0: for no number of them.
/// `iterations`: the most that it has, 0 if that is not known.
uint64_t copies_asked_for(const llvm::Loop& loop, uint64_t iterations) {
  if (const auto count = llvm::getOptionalIntLoopAttribute(&loop, unroll_count)) {
    const auto copies = static_cast<uint64_t>(std::max(*count, 0));
    return iterations == 0 ? copies : std::min(copies, iterations);
  }
  const bool asks = llvm::getBooleanLoopAttribute(&loop, unroll_all) ||
                    llvm::getBooleanLoopAttribute(&loop, unroll_as_fits);
  return asks ? iterations : 0;
}

/// Keeps loops as they are that would become more barriers than `most_barriers`, and leaves those
/// to LLVM's measure of which a program asks for more than `most_unrolled_instructions`.
struct KeepLongLoops : llvm::PassInfoMixin<KeepLongLoops> {
  static llvm::PreservedAnalyses run(llvm::Loop& loop, llvm::LoopAnalysisManager& /*analyses*/,
                                     llvm::LoopStandardAnalysisResults& results,
                                     llvm::LPMUpdater& /*updater*/) {
    const uint64_t iterations = results.SE.getSmallConstantMaxTripCount(&loop);
    if (iterations * barriers_in(loop) > most_barriers()) loop.setLoopAlreadyUnrolled();
    const uint64_t copies = copies_asked_for(loop, iterations);
    if (copies * instructions_kept(loop, results.LI, results.SE) > most_unrolled_instructions()) {
      loop.setLoopID(
          llvm::makePostTransformationMetadata(loop.getHeader()->getContext(), loop.getLoopID(),
                                               {unroll_all, unroll_as_fits, unroll_count}, {}));
    }
    return llvm::PreservedAnalyses::all();
  }
};

}  // namespace

std::string unroll_loops(llvm::Module& module, const ir::PassOptions& options) {
  if (options.quick) return {};
  llvm::FunctionPassManager functions;
  if (options.local_size[0] != 0) {
    answer_local_size(module, options);
    functions.addPass(llvm::InstSimplifyPass());  // folds what is computed from it
  }
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  // Wider counters would make wider lanes.
  loops.addPass(llvm::IndVarSimplifyPass(/*WidenIndVars=*/false));
  loops.addPass(KeepLongLoops());
  loops.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2));
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops)));
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(
      ir::UnlessAttribute(ir::serial_lanes_attribute, std::move(functions))));
  ir::LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass::simplify

#include "compiler/pass/late/optimise.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/Reassociate.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Vectorize/LoopVectorize.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/large_functions.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/late/hide_masked_loads.h"
#include "compiler/pass/late/join_versions.h"
#include "compiler/pass/lowering/inline_marked.h"

namespace cleave::compiler::pass::late {
namespace {

bool has_one_caller(const llvm::Function& function) {
  if (function.isDeclaration() || !function.hasLocalLinkage() || !function.hasOneUse()) {
    return false;
  }
  const llvm::Use& use = *function.use_begin();
  const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  return call != nullptr && call->isCallee(&use) &&
         !function.hasFnAttribute(llvm::Attribute::NoInline);
}

// LLVM would inline these anyway, after it has optimised them: and then once more, in their caller.
void inline_at_once(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (has_one_caller(function)) function.addFnAttr(llvm::Attribute::AlwaysInline);
  }
}

llvm::FunctionPassManager unrolling_passes() {
  llvm::LoopPassManager unrolling;
  unrolling.addPass(llvm::IndVarSimplifyPass());
  unrolling.addPass(llvm::LoopDeletionPass());
  unrolling.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2));
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(unrolling)));
  functions.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(/*OptLevel=*/2)));
  return functions;
}

// Returns the passes that widened code needs, in the order of LLVM's own pipeline. Lanes are
// vectors already, so there is nothing for LLVM's vectorisers, and no call is left to inline. A
// small kernel has no loops but those over sub-groups, which gain by some of the passes alone.
llvm::FunctionPassManager passes_of_widened_code(bool is_small) {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(llvm::SimplifyCFGPass());
  functions.addPass(HideMaskedLoads());
  functions.addPass(llvm::InstCombinePass());
  if (!is_small)
    functions.addPass(llvm::ReassociatePass());  // chains wait for what comes last only
  llvm::LoopPassManager hoisting;
  hoisting.addPass(llvm::LoopRotatePass());
  hoisting.addPass(llvm::LICMPass(llvm::LICMOptions()));
  functions.addPass(
      llvm::createFunctionToLoopPassAdaptor(std::move(hoisting), /*UseMemorySSA=*/true));
  if (!is_small) {
    functions.addPass(ir::UnlessManyLoops(unrolling_passes()));
    functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  }
  functions.addPass(JoinVersions());
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  if (!is_small) functions.addPass(llvm::GVNPass());
  functions.addPass(HideMaskedLoads());
  if (!is_small) {
    functions.addPass(llvm::InstCombinePass());
    functions.addPass(llvm::DSEPass());
  }
  functions.addPass(llvm::SimplifyCFGPass(
      llvm::SimplifyCFGOptions().hoistCommonInsts(true).sinkCommonInsts(true)));
  return functions;
}

/// Makes vectors of the loops of serial lanes, which run at a fraction of their speed without.
llvm::FunctionPassManager least_passes_of_serial_lanes() {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  functions.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  functions.addPass(llvm::LoopVectorizePass());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  return functions;
}

/// Returns true if lanes of the module's code run one after another.
bool has_serial_lanes(const llvm::Module& module, const ir::PassOptions& options) {
  return options.lanes == ir::Lanes::serial ||
         llvm::any_of(module, [](const llvm::Function& function) {
           return function.hasFnAttribute(ir::serial_lanes_attribute);
         });
}

// Without these code generation takes longer, not shorter.
llvm::FunctionPassManager least_passes() {
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(llvm::EarlyCSEPass());
  functions.addPass(HideMaskedLoads());
  functions.addPass(llvm::InstCombinePass());
  functions.addPass(llvm::SimplifyCFGPass());
  return functions;
}

}  // namespace

std::string optimise(llvm::Module& module, const ir::PassOptions& options) {
  ir::LlvmPasses passes(options.target_machine);
  inline_at_once(module);
  lowering::inline_marked(module);
  llvm::ModulePassManager manager;
  manager.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  if (options.quick) {
    manager.addPass(llvm::GlobalDCEPass());
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(
        has_serial_lanes(module, options) ? least_passes_of_serial_lanes() : least_passes()));
  } else if (has_serial_lanes(module, options)) {
    manager.addPass(passes.builder().buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2));
  } else {
    manager.addPass(llvm::GlobalDCEPass());  // drops the bodies that were inlined
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(passes_of_widened_code(options.small)));
  }
  passes.run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass::late

#include "compiler/pass/simplify/simplify.h"

#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LowerConstantIntrinsics.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/lane_intrinsics.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/ir/private_arrays.h"
#include "compiler/pass/simplify/infer_address_spaces.h"
#include "compiler/pass/simplify/narrow_ids.h"
#include "compiler/pass/simplify/split_merges.h"

namespace cleave::compiler::pass::simplify {
namespace {

// InstCombine asks each comparison of a value about all that dominate it: 6,300 else-ifs took 7.6
// s, 1,600 took 0.4 s.
class CombineUnlessLarge : public llvm::PassInfoMixin<CombineUnlessLarge> {
 public:
  static constexpr size_t most_blocks = 4'000;

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.size() > most_blocks) return llvm::PreservedAnalyses::all();
    return combine_.run(function, analyses);
  }

 private:
  llvm::InstCombinePass combine_;
};

}  // namespace

std::string simplify(llvm::Module& module, const ir::PassOptions& options) {
  for (llvm::Function& function : module) {
    if (function.hasFnAttribute(ir::kernel_attribute)) ir::note_variables(function);
  }
  llvm::FunctionPassManager functions;
  functions.addPass(llvm::LowerExpectIntrinsicPass());  // lanes would call llvm.expect one by one
  functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  functions.addPass(InferAddressSpaces());
  functions.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  functions.addPass(NarrowIds());    // before InstCombine, which hides truncations in shifts
  functions.addPass(SplitMerges());  // before what makes selects
  // By now constants that callers gave are where the library asks for them.
  functions.addPass(llvm::LowerConstantIntrinsicsPass());
  functions.addPass(CombineUnlessLarge());
  functions.addPass(llvm::SimplifyCFGPass());
  llvm::ModulePassManager manager;
  manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
  ir::LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass::simplify

#include "compiler/pass/lowering/inline_marked.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <algorithm>
#include <vector>

#include "compiler/pass/ir/llvm_passes.h"

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::Function;

bool is_marked(const Function& function) {
  return !function.isDeclaration() && function.hasFnAttribute(llvm::Attribute::AlwaysInline);
}

/// Returns the marked function that an instruction calls and that may be inlined there, or null.
Function* called_by(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  return callee != nullptr && is_marked(*callee) && !call->isNoInline() ? callee : nullptr;
}

/// Sizes of functions in instructions, with all that is inlined into them.
class InlinedSizes {
 public:
  uint64_t of(const Function& function) {
    if (const auto known = sizes_.find(&function); known != sizes_.end()) return known->second;
    uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const Function* callee = called_by(instruction);
      const uint64_t own = callee == nullptr ? 1 : of(*callee);
      if (callee != nullptr) copied_ = std::min(enough, copied_ + own);
      size = std::min(enough, size + own);
    }
    return sizes_[&function] = size;
  }
  /// Returns how many instructions are copied if each function is inlined after its callees were
  /// inlined into it.
  [[nodiscard]] uint64_t copied() const { return copied_; }

 private:
  static constexpr uint64_t enough = uint64_t{1} << 40;
  llvm::DenseMap<const Function*, uint64_t> sizes_;
  uint64_t copied_ = 0;
};

// AlwaysInliner begins with what is called. In a chain of n functions each copy is as long as all
// functions before it: 2,000 of them took 29 s of processor time, callers first they take 0.02 s.
// It stays where it copies no more than ten times what comes out, which kernels do not: it knows
// more of pointers that are promised not to alias.
bool takes_long_callees_first(const llvm::Module& module) {
  constexpr uint64_t most_copied = 100'000;
  constexpr uint64_t most_copies = 10;
  InlinedSizes sizes;
  uint64_t left = 0;
  for (const Function& function : module) {
    const uint64_t size = sizes.of(function);
    if (!is_marked(function)) left += size;
  }
  return sizes.copied() > most_copied && sizes.copied() / most_copies > left;
}

void add_calls(Function& function, std::vector<llvm::WeakTrackingVH>& calls) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (called_by(instruction) != nullptr) calls.emplace_back(&instruction);
  }
}

/// Copies instructions as the program has them, so that each is copied once for each time that it
/// is there in the end.
void inline_into(Function& function) {
  std::vector<llvm::WeakTrackingVH> calls;
  add_calls(function, calls);
  while (!calls.empty()) {
    auto* call = llvm::dyn_cast_or_null<llvm::CallInst>(calls.back());
    calls.pop_back();
    Function* callee = call == nullptr ? nullptr : called_by(*call);
    if (callee == nullptr || !llvm::isInlineViable(*callee).isSuccess()) continue;
    llvm::InlineFunctionInfo information;
    llvm::InlineFunction(*call, information, /*MergeAttributes=*/true, /*CalleeAAR=*/nullptr,
                         /*InsertLifetime=*/false);
    for (llvm::CallBase* inlined : information.InlinedCallSites) calls.emplace_back(inlined);
  }
}

}  // namespace

void inline_marked(llvm::Module& module) {
  if (!takes_long_callees_first(module)) return;
  for (Function& function : module) {
    const bool disappears = is_marked(function) && function.hasLocalLinkage();
    if (!function.isDeclaration() && !disappears) inline_into(function);
  }
  llvm::ModulePassManager manager;
  manager.addPass(llvm::GlobalDCEPass());
  ir::LlvmPasses(nullptr).run(module, manager);
}

}  // namespace cleave::compiler::pass::lowering

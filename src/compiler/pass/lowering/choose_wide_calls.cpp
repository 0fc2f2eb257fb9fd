#include "compiler/pass/lowering/choose_wide_calls.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/lane_intrinsics.h"

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::Function;

// The bound of a kernel's size, in instructions, with all that is inlined. 75 calls of sin are
// 20,000; 400 of them, as copies, made a first launch wait for 5 s of processor time.
constexpr uint64_t longest_kernel = 20'000;
constexpr uint64_t shortest_called = 100;  // a call costs some ten instructions
constexpr uint64_t fewest_copies = 8;
constexpr uint64_t most_counted_copies = uint64_t{1} << 40;

bool is_spir_kernel(const Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

const Function* direct_callee_of(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  return call == nullptr ? nullptr : call->getCalledFunction();
}

bool is_number(const llvm::Type* type) {
  return type->isHalfTy() || type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy(8) ||
         type->isIntegerTy(16) || type->isIntegerTy(32) || type->isIntegerTy(64);
}

class WideCallChoice {
 public:
  explicit WideCallChoice(llvm::Module& module) : module_(module) {}

  llvm::SetVector<const Function*> run() {
    uint64_t longest = 0;
    for (const Function& function : module_) {
      if (is_spir_kernel(function)) longest = std::max(longest, size_of(function));
    }
    llvm::SetVector<const Function*> chosen;
    if (longest <= longest_kernel) return chosen;
    for (const Function& function : module_) {
      if (is_chosen(function)) chosen.insert(&function);
    }
    return chosen;
  }

 private:
  uint64_t size_of(const Function& function) {
    if (const auto known = sizes_.find(&function); known != sizes_.end()) return known->second;
    uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const Function* callee = direct_callee_of(instruction);
      const bool is_inlined = callee != nullptr && !callee->isDeclaration();
      size = std::min(most_counted_copies, size + (is_inlined ? size_of(*callee) : 1));
    }
    return sizes_[&function] = size;
  }

  /// Returns how many copies of it there would be.
  uint64_t copies_of(const Function& function) {
    if (is_spir_kernel(function)) return 1;
    if (const auto known = copies_.find(&function); known != copies_.end()) return known->second;
    uint64_t copies = 0;
    for (const llvm::User* user : function.users()) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr)
        copies = std::min(most_counted_copies, copies + copies_of(*call->getFunction()));
    }
    return copies_[&function] = copies;
  }

  /// Returns true if the function depends on the work-item that calls it, or waits for others.
  bool uses_lanes(const Function& function) {
    if (function.isDeclaration()) return !function.isIntrinsic();
    if (ir::lane_intrinsic_of(function) || ir::collective_of(function)) return true;
    if (const auto known = uses_lanes_.find(&function); known != uses_lanes_.end())
      return known->second;
    const bool found =
        llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
          return call != nullptr && (callee == nullptr || uses_lanes(*callee));
        });
    return uses_lanes_[&function] = found;
  }

  /// A function of the program has lines of the source, which a debugger shows in its kernel.
  bool only_computes(const Function& function) {
    return !function.isDeclaration() && !is_spir_kernel(function) && !function.isVarArg() &&
           function.getSubprogram() == nullptr && function.doesNotAccessMemory() &&
           function.willReturn() && is_number(function.getReturnType()) &&
           llvm::all_of(function.args(),
                        [](const llvm::Argument& one) { return is_number(one.getType()); }) &&
           llvm::all_of(function.users(),
                        [&](const llvm::User* user) {
                          const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
                          return call != nullptr && call->getCalledFunction() == &function;
                        }) &&
           !uses_lanes(function);
  }

  /// A function that only chosen functions call is inlined into these.
  bool is_chosen(const Function& function) {
    if (const auto known = chosen_.find(&function); known != chosen_.end()) return known->second;
    bool chosen = only_computes(function) && size_of(function) >= shortest_called &&
                  copies_of(function) >= fewest_copies;
    chosen = chosen && llvm::any_of(function.users(), [&](const llvm::User* user) {
               return !is_chosen(*llvm::cast<llvm::CallInst>(user)->getFunction());
             });
    return chosen_[&function] = chosen;
  }

  llvm::Module& module_;
  llvm::DenseMap<const Function*, uint64_t> sizes_, copies_;
  llvm::DenseMap<const Function*, bool> uses_lanes_, chosen_;
};

}  // namespace

llvm::SetVector<const Function*> functions_for_wide_calls(llvm::Module& module) {
  return WideCallChoice(module).run();
}

}  // namespace cleave::compiler::pass::lowering

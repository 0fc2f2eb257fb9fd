#include "compiler/pass/lowering/inline_calls.h"

#include <llvm/IR/CallingConv.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>

#include <algorithm>
#include <map>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/collectives.h"
#include "compiler/pass/ir/llvm_passes.h"
#include "compiler/pass/lowering/choose_calls.h"
#include "compiler/pass/lowering/choose_wide_calls.h"
#include "compiler/pass/lowering/inline_marked.h"
#include "compiler/pass/lowering/inline_synchronising.h"

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::Function;

bool is_kernel_to_inline(const Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
}

/// Selects the functions that stay calls.
class InlineSelection {
 public:
  InlineSelection(llvm::Module& module, uint32_t sub_group_size)
      : must_go_(functions_that_synchronise(module)), wide_(functions_for_wide_calls(module)) {
    if (longest_of(module) > longest_kernel) {
      keeps_calls_ = true;
      sizes_.clear();
      static_cast<void>(longest_of(module));
    }
    const CallChoice choice(module);
    for (const Function& function : module) {
      if (is_kernel_to_inline(function) && !function.isDeclaration()) {
        choice.keep_calls(function, sub_group_size, kept_);
      }
    }
  }

  [[nodiscard]] bool stays(const Function& function) const {
    return kept_.contains(&function) || is_called_wide(function) || ir::is_called_once(function);
  }
  [[nodiscard]] bool is_called_wide(const Function& function) const {
    return wide_.contains(&function);
  }

 private:
  static constexpr uint64_t longest_kernel = 50'000;  // instructions; takes some seconds to compile
  static constexpr uint64_t longest_copy = 2'000;     // functions with several callers
  static constexpr uint64_t enough = uint64_t{1} << 40;

  /// Returns the size of the longest kernel.
  uint64_t longest_of(const llvm::Module& module) {
    uint64_t most = 0;
    for (const Function& function : module) {
      if (is_kernel_to_inline(function)) most = std::max(most, size_of(function));
    }
    return most;
  }

  /// Returns its size in instructions, with all that is inlined into it.
  uint64_t size_of(const Function& function) {
    if (is_called_wide(function)) return 1;
    if (const auto known = sizes_.find(&function); known != sizes_.end()) return known->second;
    uint64_t size = 0;
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      const bool is_inlined = callee != nullptr && !callee->isDeclaration();
      size = std::min(enough, size + (is_inlined ? size_of(*callee) : 1));
    }
    const bool stays = keeps_calls_ && size > longest_copy && function.hasNUsesOrMore(2) &&
                       !is_kernel_to_inline(function) &&
                       !must_go_.contains(const_cast<Function*>(&function));
    if (stays) kept_.insert(&function);
    return sizes_[&function] = stays ? 1 : size;
  }

  llvm::SetVector<Function*> must_go_;
  llvm::SetVector<const Function*> wide_;
  std::map<const Function*, uint64_t> sizes_;
  FunctionSet kept_;
  bool keeps_calls_ = false;
};

}  // namespace

std::string inline_calls(llvm::Module& module, const ir::PassOptions& options) {
  const InlineSelection selection(module, options.sub_group_size);
  for (Function& function : module) {
    if (function.isDeclaration() || is_kernel_to_inline(function)) continue;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    const bool stays = selection.stays(function);
    if (stays) function.removeFnAttr(llvm::Attribute::AlwaysInline);
    function.addFnAttr(stays ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
    if (selection.is_called_wide(function)) function.addFnAttr(ir::wide_call_attribute);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  inline_marked(module);
  llvm::ModulePassManager manager;
  manager.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  manager.addPass(llvm::GlobalDCEPass());
  ir::LlvmPasses(options.target_machine).run(module, manager);
  return {};
}

}  // namespace cleave::compiler::pass::lowering

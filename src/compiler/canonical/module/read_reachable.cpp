#include "compiler/canonical/module/read_reachable.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::canonical::module {
namespace {

/// All constants that something comes to: functions are read where they are found.
class Reached {
 public:
  [[nodiscard]] bool has(llvm::Constant& constant) const { return constants_.contains(&constant); }
  void add(llvm::Value* value) {
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(value)) constants_.insert(constant);
  }

  llvm::Error read_all() {
    for (; next_ < constants_.size(); ++next_) {
      llvm::Constant* constant = constants_[next_];
      for (llvm::Value* operand : constant->operand_values()) add(operand);
      auto* function = llvm::dyn_cast<llvm::Function>(constant);
      if (function == nullptr) continue;
      if (llvm::Error failure = function->materialize()) return failure;
      for (llvm::Instruction& instruction : llvm::instructions(*function)) {
        for (llvm::Value* operand : instruction.operand_values()) add(operand);
      }
    }
    return llvm::Error::success();
  }

 private:
  llvm::SetVector<llvm::Constant*> constants_;
  size_t next_ = 0;  // the first that was not followed
};

/// Drops second names that nothing comes to: what they name may lose its body. Those that variables
/// use count as reached.
void drop_aliases(llvm::Module& module, Reached& reached) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    if (reached.has(alias)) continue;
    if (alias.use_empty()) {
      alias.eraseFromParent();
    } else {
      reached.add(&alias);
    }
  }
}

}  // namespace

llvm::Error read_reachable(llvm::Module& module, llvm::ArrayRef<llvm::GlobalValue*> roots) {
  Reached reached;
  for (llvm::GlobalValue* root : roots) reached.add(root);
  if (llvm::Error failure = reached.read_all()) return failure;
  drop_aliases(module, reached);
  if (llvm::Error failure = reached.read_all()) return failure;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isMaterializable()) continue;
    function.deleteBody();
    function.setComdat(nullptr);  // which a declaration has none of
    if (function.use_empty()) function.eraseFromParent();
  }
  return llvm::Error::success();
}

}  // namespace cleave::compiler::canonical::module

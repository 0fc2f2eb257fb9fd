// Emits two versions of an access and the branch that chooses at run time.
#pragma once

#include <vector>

#include "compiler/pass/widen/access/access_emitter.h"

namespace cleave::compiler::pass::widen::access {

/// Emits both versions behind the check, the first in a block of the name `name`. Each returns
/// values of the same types; what comes back is a phi for each of them.
template <class Together, class Apart>
[[nodiscard]] std::vector<llvm::Value*> emit_versions(llvm::Value* are_together, const char* name,
                                                      AccessEmitter& emitter,
                                                      const Together& together,
                                                      const Apart& apart) {
  llvm::IRBuilder<>& builder = emitter.builder;
  llvm::Function* function = builder.GetInsertBlock()->getParent();
  llvm::LLVMContext& context = builder.getContext();
  auto* together_block = llvm::BasicBlock::Create(context, name, function);
  auto* apart_block = llvm::BasicBlock::Create(context, "apart", function);
  auto* after = llvm::BasicBlock::Create(context, "accessed", function);
  builder.CreateCondBr(are_together, together_block, apart_block);
  builder.SetInsertPoint(together_block);
  std::vector<llvm::Value*> if_together, if_apart;
  emitter.values.conditionally([&] { if_together = together(); });
  llvm::BasicBlock* together_end = builder.CreateBr(after)->getParent();
  builder.SetInsertPoint(apart_block);
  emitter.values.conditionally([&] { if_apart = apart(); });
  llvm::BasicBlock* apart_end = builder.CreateBr(after)->getParent();
  builder.SetInsertPoint(after);
  std::vector<llvm::Value*> joined;
  for (size_t i = 0; i < if_together.size(); ++i) {
    llvm::PHINode* either = builder.CreatePHI(if_together[i]->getType(), 2);
    either->addIncoming(if_together[i], together_end);
    either->addIncoming(if_apart[i], apart_end);
    joined.push_back(either);
  }
  return joined;
}

}  // namespace cleave::compiler::pass::widen::access

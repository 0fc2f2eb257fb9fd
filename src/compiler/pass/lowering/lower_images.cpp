#include "compiler/pass/lowering/lower_images.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace cleave::compiler::pass {

std::string lower_images(llvm::Module& module, const PassOptions&) {
  for (const char* query :
       {"__cleave_image_word", "__cleave_image_pitch", "__cleave_image_memory"}) {
    llvm::Function* function = module.getFunction(query);
    if (function == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      llvm::LoadInst* field = builder.CreateLoad(call->getType(), call->getArgOperand(0));
      field->setMetadata(llvm::LLVMContext::MD_invariant_load,
                         llvm::MDNode::get(module.getContext(), {}));
      field->takeName(call);
      call->replaceAllUsesWith(field);
      call->eraseFromParent();
    }
    function->eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass

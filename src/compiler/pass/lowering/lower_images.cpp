#include "compiler/pass/lowering/lower_images.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/attributes.h"
#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::lowering {
namespace {

/// Returns true if the launch streams the image, and a vector of its texels is whole cache lines.
/// Others would be parts of a line on each row of a work-group.
bool streams_image(const llvm::Value& descriptor, const ir::PassOptions& options) {
  const auto* argument = llvm::dyn_cast<llvm::Argument>(llvm::getUnderlyingObject(&descriptor));
  if (argument == nullptr || !options.streams(argument->getArgNo())) return false;
  return llvm::any_of(options.bindings.list(), [&](const interface::Binding& binding) {
    const uint64_t texel_bytes = interface::FormatWord::unpack(binding.value).texel_bytes;
    return binding.argument == argument->getArgNo() &&
           texel_bytes * options.sub_group_size % ir::cache_line_bytes == 0;
  });
}

}  // namespace

std::string lower_images(llvm::Module& module, const ir::PassOptions& options) {
  for (const char* name :
       {"__cleave_image_word", "__cleave_image_pitch", "__cleave_image_memory"}) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      llvm::LoadInst* field = builder.CreateLoad(call->getType(), call->getArgOperand(0));
      field->setMetadata(llvm::LLVMContext::MD_invariant_load,
                         llvm::MDNode::get(module.getContext(), {}));
      if (streams_image(*call->getArgOperand(0), options)) {
        field->setMetadata(ir::streamed_metadata, llvm::MDNode::get(module.getContext(), {}));
      }
      field->takeName(call);
      call->replaceAllUsesWith(field);
      call->eraseFromParent();
    }
    function->eraseFromParent();
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering

#include "compiler/frontend/sycl/print_formats.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/canonical/module/messages.h"
#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::frontend::sycl {
namespace {

/// Returns the text in the constant address space; null where it is no constant.
llvm::Constant* moved_text(llvm::IRBuilder<>& builder, const llvm::Value& text) {
  llvm::StringRef letters;
  const bool is_known =
      text.getType()->isPointerTy() && llvm::getConstantStringInfo(&text, letters);
  return is_known ? builder.CreateGlobalString(letters, "", pass::ir::constant_space) : nullptr;
}

/// Returns whether there is a format to move.
bool move_texts(llvm::CallInst& call, llvm::FunctionCallee print) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*> values;
  for (llvm::Value* value : call.args()) {
    llvm::Constant* text = moved_text(builder, *value);
    if (text == nullptr && values.empty()) return false;
    values.push_back(text == nullptr ? value : text);
  }
  llvm::CallInst* made = builder.CreateCall(print, values);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  made->takeName(&call);
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
  return true;
}

}  // namespace

std::string move_print_formats(llvm::Module& module) {
  llvm::Function* old = module.getFunction("printf");
  if (old == nullptr) return {};
  old->setName("printf.before");
  llvm::LLVMContext& context = module.getContext();
  auto* type =
      llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                              {llvm::PointerType::get(context, pass::ir::constant_space)}, true);
  llvm::FunctionCallee print = module.getOrInsertFunction("printf", type);
  llvm::cast<llvm::Function>(print.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  std::string problems;
  for (llvm::User* user : llvm::make_early_inc_range(old->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || move_texts(*call, print)) continue;
    problems += canonical::module::error_at(call->getDebugLoc(),
                                            "the format of this printf is no constant of the unit");
  }
  if (old->use_empty()) old->eraseFromParent();
  return problems;
}

}  // namespace cleave::compiler::frontend::sycl

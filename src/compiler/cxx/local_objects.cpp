#include "compiler/cxx/local_objects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace cleave::compiler::cxx {
namespace {

/// local char* __cleave_local_object(size_t bytes, size_t alignment), which the headers alone call.
constexpr llvm::StringLiteral local_object = "__cleave_local_object";

llvm::SmallVector<llvm::CallInst*> calls_of(llvm::Function& function) {
  llvm::SmallVector<llvm::CallInst*> calls;
  for (llvm::User* user : function.users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call != nullptr && call->getCalledFunction() == &function) calls.push_back(call);
  }
  return calls;
}

void inline_calls(llvm::Function& function) {
  for (llvm::CallInst* call : calls_of(function)) {
    llvm::InlineFunctionInfo information;
    static_cast<void>(llvm::InlineFunction(*call, information));
  }
}

uint64_t number(const llvm::CallInst& call, unsigned argument) {
  return llvm::cast<llvm::ConstantInt>(call.getArgOperand(argument))->getZExtValue();
}

void replace(llvm::CallInst& call) {
  auto* type = llvm::ArrayType::get(llvm::Type::getInt8Ty(call.getContext()), number(call, 0));
  auto* object = new llvm::GlobalVariable(
      *call.getModule(), type, false, llvm::GlobalValue::InternalLinkage,
      llvm::PoisonValue::get(type), call.getFunction()->getName() + ".local_object", nullptr,
      llvm::GlobalValue::NotThreadLocal, call.getType()->getPointerAddressSpace());
  object->setAlignment(llvm::Align(number(call, 1)));
  call.replaceAllUsesWith(object);
  call.eraseFromParent();
}

}  // namespace

void make_local_objects(llvm::Module& module) {
  llvm::Function* asked = module.getFunction(local_object);
  if (asked == nullptr) return;
  llvm::SmallVector<llvm::Function*> of_headers;
  for (const llvm::CallInst* call : calls_of(*asked)) {
    of_headers.push_back(const_cast<llvm::Function*>(call->getFunction()));
  }
  for (llvm::Function* function : of_headers) inline_calls(*function);
  for (llvm::CallInst* call : calls_of(*asked)) replace(*call);
}

}  // namespace cleave::compiler::cxx

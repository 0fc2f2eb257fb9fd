#include "compiler/frontend/sycl/failing_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <string>

#include "compiler/pass/ir/address_spaces.h"

namespace cleave::compiler::frontend::sycl {
namespace {

constexpr llvm::StringLiteral end_process = "__cleave_end_process";
constexpr llvm::StringLiteral fail_assertion = "__cleave_fail_assertion";
constexpr llvm::StringLiteral trap = "llvm.trap";

/// Returns a text that is known, as it stands in a format; else "?".
std::string text_of(const llvm::Value& value) {
  llvm::StringRef text;
  if (!llvm::getConstantStringInfo(&value, text)) return "?";
  std::string escaped;
  for (const char letter : text) escaped.append(letter == '%' ? 2 : 1, letter);
  return escaped;
}

std::string message_of(const llvm::CallInst& call) {
  if (call.getCalledFunction()->getName() == fail_assertion) {
    const auto* line = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    return text_of(*call.getArgOperand(1)) + ":" +
           (line == nullptr ? "?" : std::to_string(line->getZExtValue())) + ": " +
           text_of(*call.getArgOperand(3)) + ": assertion `" + text_of(*call.getArgOperand(0)) +
           "' failed.\n";
  }
  if (call.arg_empty()) return "abort: a kernel has come to a trap\n";
  const llvm::Value& reason = *call.getArgOperand(0);
  if (llvm::isa<llvm::ConstantPointerNull>(reason)) return "abort: a kernel has called it\n";
  return "abort: " + text_of(reason) + '\n';
}

void print(llvm::CallInst& call, const std::string& message) {
  llvm::Module& module = *call.getModule();
  llvm::IRBuilder<> builder(&call);
  llvm::Constant* format = builder.CreateGlobalString(message, "", pass::ir::constant_space);
  auto* type = llvm::FunctionType::get(builder.getInt32Ty(),
                                       {builder.getPtrTy(pass::ir::constant_space)}, true);
  llvm::FunctionCallee callee = module.getOrInsertFunction("printf", type);
  llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  builder.CreateCall(callee, {format})->setCallingConv(llvm::CallingConv::SPIR_FUNC);
}

}  // namespace

bool ends_application(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return name == end_process || name == fail_assertion || name == trap;
}

void end_failing_work_items(llvm::Module& module) {
  for (const llvm::StringRef name : {end_process, fail_assertion, trap}) {
    llvm::Function* function = module.getFunction(name);
    if (function == nullptr) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
      auto* call = llvm::cast<llvm::CallInst>(user);
      print(*call, message_of(*call));
      llvm::BasicBlock* block = call->getParent();
      llvm::changeToUnreachable(call);
      block->getTerminator()->eraseFromParent();
      llvm::IRBuilder<>(block).CreateRetVoid();
    }
    if (function->use_empty()) function->eraseFromParent();
  }
}

}  // namespace cleave::compiler::frontend::sycl

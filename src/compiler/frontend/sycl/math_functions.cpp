#include "compiler/frontend/sycl/math_functions.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <iterator>
#include <optional>
#include <string>

namespace cleave::compiler::frontend::sycl {
namespace {

/// A row of the table.
struct MathFunction {
  llvm::StringLiteral name;
  llvm::StringLiteral built_in;
  llvm::StringLiteral parameters;
};

constexpr MathFunction functions[] = {
#define CLEAVE_MATH(name, built_in, parameters) {#name, #built_in, parameters},
#include "compiler/frontend/sycl/math_functions.def"
};

/// Intrinsics that become instructions, which are at least as good as a call.
bool is_instruction(llvm::Intrinsic::ID intrinsic) {
  switch (intrinsic) {
    case llvm::Intrinsic::ceil:
    case llvm::Intrinsic::copysign:
    case llvm::Intrinsic::fabs:
    case llvm::Intrinsic::floor:
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::nearbyint:
    case llvm::Intrinsic::rint:
    case llvm::Intrinsic::round:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::trunc:
      return true;
    default:
      return false;
  }
}

const char* mangled(const llvm::Type& type) {
  return type.isHalfTy() ? "Dh" : type.isFloatTy() ? "f" : type.isDoubleTy() ? "d" : nullptr;
}

/// Returns the row of a function without a body; null: it has none.
const MathFunction* row_of(const llvm::Function& function) {
  llvm::StringRef name = function.getName();
  if (function.isIntrinsic()) {
    if (is_instruction(function.getIntrinsicID()) || !name.consume_front("llvm.")) return nullptr;
    name = name.take_until([](char letter) { return letter == '.'; });
  } else if (function.arg_size() != 0 && function.getArg(0)->getType()->isFloatTy()) {
    if (!name.consume_back("f")) return nullptr;
  } else if (function.arg_size() == 0 || !function.getArg(0)->getType()->isDoubleTy()) {
    return nullptr;
  }
  const auto* row = llvm::find_if(functions, [&](const auto& one) { return one.name == name; });
  return row == std::end(functions) ? nullptr : row;
}

/// Returns the mangled name of the built-in function that takes what the function takes; nothing
/// where that is no scalar, or no function of that row.
std::optional<std::string> built_in_name(const llvm::Function& function, const MathFunction& row) {
  if (function.arg_size() != row.parameters.size()) return std::nullopt;
  std::string name = "_Z" + std::to_string(row.built_in.size()) + row.built_in.str();
  for (const llvm::Argument& argument : function.args()) {
    const bool is_int = row.parameters[argument.getArgNo()] == 'i';
    const llvm::Type& type = *argument.getType();
    const char* letter = is_int ? (type.isIntegerTy(32) ? "i" : nullptr) : mangled(type);
    if (letter == nullptr) return std::nullopt;
    name += letter;
  }
  return name;
}

/// Leaves calls alone where the module has something else of that name: then nobody defines what
/// they call, which is an error.
void replace_calls(llvm::Function& function, const std::string& name) {
  llvm::Module& module = *function.getParent();
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, function.getFunctionType());
  auto* built_in = llvm::dyn_cast<llvm::Function>(callee.getCallee());
  if (built_in == nullptr || built_in->getFunctionType() != function.getFunctionType()) return;
  built_in->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  built_in->setDoesNotThrow();
  built_in->setDoesNotAccessMemory();
  built_in->setWillReturn();
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (call == nullptr || call->getCalledFunction() != &function) continue;
    llvm::IRBuilder<> builder(call);
    llvm::CallInst* made =
        builder.CreateCall(built_in, llvm::SmallVector<llvm::Value*>(call->args()));
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    if (llvm::isa<llvm::FPMathOperator>(call)) made->copyFastMathFlags(call);
    made->takeName(call);
    call->replaceAllUsesWith(made);
    call->eraseFromParent();
  }
  if (function.use_empty()) function.eraseFromParent();
}

}  // namespace

void call_built_in_math(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    const MathFunction* row = row_of(function);
    if (row == nullptr) continue;
    if (const auto name = built_in_name(function, *row)) replace_calls(function, *name);
  }
}

}  // namespace cleave::compiler::frontend::sycl

#include "compiler/pass/lowering/lower_arithmetic.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

/// 2^n as a float or a double, for an n that is a normal exponent.
Value* power_of_two(Builder& builder, Value* n, llvm::Type* type) {
  const bool is_double = type->isDoubleTy();
  llvm::Type* const bits = builder.getIntNTy(type->getPrimitiveSizeInBits());
  Value* const exponent = builder.CreateAdd(n, builder.getInt32(is_double ? 1023 : 127));
  Value* const shifted = builder.CreateShl(builder.CreateSExt(exponent, bits), is_double ? 52 : 23);
  return builder.CreateBitCast(shifted, type);
}

/// In two steps, of which only the second may round.
Value* scaled_by_products(Builder& builder, Value* x, Value* n) {
  llvm::Type* const type = x->getType();
  Value* const half_of_it = builder.CreateAShr(n, 1);
  Value* const nearly = builder.CreateFMul(x, power_of_two(builder, half_of_it, type));
  return builder.CreateFMul(nearly, power_of_two(builder, builder.CreateSub(n, half_of_it), type));
}

Value* scaled(Builder& builder, llvm::CallInst& call) {
  Value *x = call.getArgOperand(0), *n = call.getArgOperand(1);
  return has_feature(*call.getFunction(), "avx512f") ? builder.CreateLdexp(x, n)
                                                     : scaled_by_products(builder, x, n);
}

Value* has_fused_multiply_add(Builder& builder, llvm::CallInst& call) {
  return builder.getInt32(has_feature(*call.getFunction(), "fma") ? 1 : 0);
}

Value* is_constant(Builder& builder, llvm::CallInst& call) {
  Value* const value = call.getArgOperand(0);
  Value* const answer =
      builder.CreateIntrinsic(llvm::Intrinsic::is_constant, {value->getType()}, {value});
  return builder.CreateZExt(answer, call.getType());
}

/// Replaces the calls of `name` by what `answer` emits.
void answer_calls(llvm::Module& module, llvm::StringRef name,
                  Value* (*answer)(Builder& builder, llvm::CallInst& call)) {
  llvm::Function* const function = module.getFunction(name);
  if (function == nullptr) return;
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto& call = *llvm::cast<llvm::CallInst>(user);
    Builder builder(&call);
    call.replaceAllUsesWith(answer(builder, call));
    call.eraseFromParent();
  }
  function->eraseFromParent();
}

}  // namespace

std::string lower_arithmetic(llvm::Module& module, const PassOptions&) {
  answer_calls(module, "__cleave_scaled", scaled);
  answer_calls(module, "__cleave_scaled_double", scaled);
  answer_calls(module, "__cleave_has_fused_multiply_add", has_fused_multiply_add);
  for (const char* name :
       {"__cleave_is_constant_float", "__cleave_is_constant_double", "__cleave_is_constant_int"}) {
    answer_calls(module, name, is_constant);
  }
  return {};
}

}  // namespace cleave::compiler::pass

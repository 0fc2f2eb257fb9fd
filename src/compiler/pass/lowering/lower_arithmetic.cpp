#include "compiler/pass/lowering/lower_arithmetic.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass::lowering {
namespace {

using llvm::Value;
using llvm::PatternMatch::m_Trunc;
using llvm::PatternMatch::m_Value;
using Builder = llvm::IRBuilder<>;

/// Returns the integer n in as many bits as a number of `type` has, as far as an exponent's bits
/// need it.
Value* exponent_in_width_of(Builder& builder, Value* n, llvm::Type* type) {
  llvm::Type* const bits = builder.getIntNTy(type->getPrimitiveSizeInBits());
  Value* whole = nullptr;
  const bool was_narrowed = llvm::PatternMatch::match(n, m_Trunc(m_Value(whole)));
  return was_narrowed && whole->getType() == bits ? whole : builder.CreateSExt(n, bits);
}

/// Returns 2^n as a float or a double, for an n that is a normal exponent.
Value* power_of_two(Builder& builder, Value* n, llvm::Type* type) {
  const bool is_double = type->isDoubleTy();
  llvm::Type* const bits = n->getType();
  Value* const exponent =
      builder.CreateAdd(n, llvm::ConstantInt::get(bits, is_double ? 1023 : 127));
  return builder.CreateBitCast(builder.CreateShl(exponent, is_double ? 52 : 23), type);
}

/// Scales in two steps, of which only the second may round. Bits of n above an exponent's are
/// shifted out: what its half has there does not count, and vectors of long have no arithmetic
/// shift.
Value* scaled_by_products(Builder& builder, Value* x, Value* n) {
  llvm::Type* const type = x->getType();
  Value* const exponent = exponent_in_width_of(builder, n, type);
  Value* const half_of_it = builder.CreateLShr(exponent, 1);
  Value* const rest = builder.CreateSub(exponent, half_of_it);
  Value* const nearly = builder.CreateFMul(x, power_of_two(builder, half_of_it, type));
  return builder.CreateFMul(nearly, power_of_two(builder, rest, type));
}

bool has_instruction_that_scales(const llvm::Function& function) {
  return ir::has_feature(function, "avx512f");
}

Value* scaled(Builder& builder, llvm::CallInst& call) {
  Value *x = call.getArgOperand(0), *n = call.getArgOperand(1);
  return has_instruction_that_scales(*call.getFunction()) ? builder.CreateLdexp(x, n)
                                                          : scaled_by_products(builder, x, n);
}

Value* has_scaling(Builder& builder, llvm::CallInst& call) {
  return builder.getInt32(has_instruction_that_scales(*call.getFunction()) ? 1 : 0);
}

Value* has_conversion_of_long(Builder& builder, llvm::CallInst& call) {
  return builder.getInt32(ir::has_feature(*call.getFunction(), "avx512dq") ? 1 : 0);
}

Value* has_fused_multiply_add(Builder& builder, llvm::CallInst& call) {
  return builder.getInt32(ir::has_feature(*call.getFunction(), "fma") ? 1 : 0);
}

Value* constantness_of_argument(Builder& builder, llvm::CallInst& call) {
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

std::string lower_arithmetic(llvm::Module& module, const ir::PassOptions&) {
  answer_calls(module, "__cleave_scaled", scaled);
  answer_calls(module, "__cleave_scaled_double", scaled);
  answer_calls(module, "__cleave_has_scaling", has_scaling);
  answer_calls(module, "__cleave_has_conversion_of_long", has_conversion_of_long);
  answer_calls(module, "__cleave_has_fused_multiply_add", has_fused_multiply_add);
  for (const char* name :
       {"__cleave_is_constant_float", "__cleave_is_constant_double", "__cleave_is_constant_int"}) {
    answer_calls(module, name, constantness_of_argument);
  }
  return {};
}

}  // namespace cleave::compiler::pass::lowering

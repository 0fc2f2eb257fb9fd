#include "compiler/pass/lowering/lower_ldexp.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "compiler/pass/ir/processor.h"

namespace cleave::compiler::pass {
namespace {

using llvm::Value;
using Builder = llvm::IRBuilder<>;

constexpr int bias = 127;
constexpr int fraction_bits = 23;

/// 2^n as a float, for n between -126 and 127.
Value* power_of_two(Builder& builder, Value* n) {
  Value* exponent = builder.CreateAdd(n, builder.getInt32(bias));
  return builder.CreateBitCast(builder.CreateShl(exponent, fraction_bits), builder.getFloatTy());
}

/// In two steps, of which only the second may round.
Value* scaled_by_products(Builder& builder, Value* x, Value* n) {
  Value* half_of_it = builder.CreateAShr(n, 1);
  Value* nearly = builder.CreateFMul(x, power_of_two(builder, half_of_it));
  return builder.CreateFMul(nearly, power_of_two(builder, builder.CreateSub(n, half_of_it)));
}

}  // namespace

std::string lower_ldexp(llvm::Module& module, const PassOptions&) {
  llvm::Function* scaled = module.getFunction("__cleave_scaled");
  if (scaled == nullptr) return {};
  for (llvm::User* user : llvm::make_early_inc_range(scaled->users())) {
    auto& call = *llvm::cast<llvm::CallInst>(user);
    Builder builder(&call);
    Value *x = call.getArgOperand(0), *n = call.getArgOperand(1);
    const bool has_instruction = has_feature(*call.getFunction(), "avx512f");
    call.replaceAllUsesWith(has_instruction ? builder.CreateLdexp(x, n)
                                            : scaled_by_products(builder, x, n));
    call.eraseFromParent();
  }
  scaled->eraseFromParent();
  return {};
}

}  // namespace cleave::compiler::pass

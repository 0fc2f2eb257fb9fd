#include "compiler/canonical/relaxed_arithmetic.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

namespace cleave::compiler::canonical {
namespace {

// Attribute of the functions of a library that options of later links must not change.
constexpr const char* fixed_attribute = "cleave-fixed-arithmetic";
// Attribute of the functions whose quotients no option, of later links either, makes less exact.
constexpr const char* rounds_quotients_attribute = "cleave-rounds-quotients";

llvm::FastMathFlags flags_of(const interface::RelaxedArithmetic& options) {
  llvm::FastMathFlags flags;
  if (options.no_signed_zeros) flags.setNoSignedZeros();
  if (options.mad_enable) flags.setAllowContract();
  if (options.finite_math_only || options.fast_relaxed_math) {
    flags.setNoNaNs();
    flags.setNoInfs();
  }
  if (options.unsafe_math || options.fast_relaxed_math) {
    flags.setAllowReassoc();
    flags.setNoSignedZeros();
    flags.setAllowReciprocal();
    flags.setAllowContract();
    flags.setApproxFunc();
  }
  return flags;
}

bool is_single_quotient(const llvm::Instruction& instruction) {
  return instruction.getOpcode() == llvm::Instruction::FDiv &&
         instruction.getType()->getScalarType()->isFloatTy();
}

void round(llvm::Instruction& quotient) {
  quotient.setHasAllowReciprocal(false);
  quotient.setHasAllowReassoc(false);
  quotient.setHasApproxFunc(false);
}

}  // namespace

void relax_arithmetic(llvm::Module& module, const interface::RelaxedArithmetic& options) {
  const llvm::FastMathFlags flags = flags_of(options);
  if (flags.none()) return;
  for (llvm::Function& function : module) {
    if (is_fixed(function)) continue;
    const bool rounds_quotients = function.hasFnAttribute(rounds_quotients_attribute);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!llvm::isa<llvm::FPMathOperator>(instruction)) continue;
      instruction.setFastMathFlags(instruction.getFastMathFlags() | flags);
      if (rounds_quotients && is_single_quotient(instruction)) round(instruction);
    }
  }
}

void round_quotients(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr(rounds_quotients_attribute);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (is_single_quotient(instruction)) round(instruction);
    }
  }
}

void fix_options(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) function.addFnAttr(fixed_attribute);
  }
}

bool is_fixed(const llvm::Function& function) {
  return function.hasFnAttribute(fixed_attribute);
}

}  // namespace cleave::compiler::canonical

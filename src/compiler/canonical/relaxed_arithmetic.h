// Marks operations with what build and link options allow of their arithmetic (5.8.6, 5.8.7).
#pragma once

#include "compiler/interface/build_options.h"

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical {

/// Adds the flags that the options allow to every floating-point operation of the module, but for
/// those of functions whose options are fixed.
void relax_arithmetic(llvm::Module& module, const interface::RelaxedArithmetic& options);

/// Takes from quotients of single precision the flags by which they need not be correctly rounded,
/// and keeps those of later calls and links away: what -cl-fp32-correctly-rounded-divide-sqrt asks
/// for beside options that allow more. Roots are correctly rounded whatever their flags.
void round_quotients(llvm::Module& module);

/// Keeps the options of later links away from all functions that are there: those of a library.
void fix_options(llvm::Module& module);
[[nodiscard]] bool is_fixed(const llvm::Function& function);

}  // namespace cleave::compiler::canonical

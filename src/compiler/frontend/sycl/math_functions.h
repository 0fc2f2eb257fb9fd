// Replaces the functions of <cmath> that OpenCL C has by OpenCL C's.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Turns calls of C's functions that the module does not define, and of LLVM's intrinsics that
/// clang makes of them, into calls of the built-in functions (math_functions.def), which keep the
/// flags of the calls: -ffast-math gives the fast ones. Intrinsics that are an instruction or two
/// stay.
void call_built_in_math(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl

// Puts the texts of printf where OpenCL C has them.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Gives each call of printf a format in the constant address space, and texts that are constants
/// likewise: those of C++ lie in the global one, which SPIR-V has no printf for. Returns a problem
/// for each format that is no constant, one a line.
[[nodiscard]] std::string move_print_formats(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl

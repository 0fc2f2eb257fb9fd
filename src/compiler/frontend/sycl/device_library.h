// Links the library of device code: what the standard library's headers and clang call by names of
// C and C++ (library/).
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Adds the definitions of the library that the module calls and does not define, and all that they
/// call, as internal functions with names that nobody takes for C's. Returns errors for the build
/// log, or nothing.
[[nodiscard]] std::string link_device_library(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl

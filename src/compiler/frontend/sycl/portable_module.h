// Prepares device code for drivers other than Cleave, which take it as SPIR-V.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Puts into a module of clang what Cleave's driver adds to device images: the library of device
/// code, the functions of OpenCL C that those of <cmath> are, dynamic local memory as an argument.
/// Kernels are all that is left to call. A work-item that fails, by assert or where C++ would throw,
/// prints why and ends, while device images end the application: SPIR-V has no instruction for
/// that. Returns what is refused, one problem a line; the module is of no use then.
[[nodiscard]] std::string make_portable(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl

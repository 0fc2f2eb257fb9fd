// Writes SPIR-V for other drivers, with LLVM's back end.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace cleave::compiler::frontend::opencl_c {

/// Writes the module of clang as SPIR-V, after it has put variables that need no memory into
/// values. Changes the module. Returns why it could not, and sets `bytes` otherwise. What the back
/// end does not know may end the process: that is why a compiler process should call it.
[[nodiscard]] std::string emit_spirv(llvm::Module& module, std::vector<std::byte>& bytes);

}  // namespace cleave::compiler::frontend::opencl_c

// Reads single kernels of a program's canonical module.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::target {

/// Reads the kernel and all functions and variables that it comes to, and of other functions
/// nothing: in a program of many kernels the first launch of one does not wait for the rest. Null,
/// with the reason added to `error`, where the bytes are no module, or have no such kernel.
[[nodiscard]] std::unique_ptr<llvm::Module> read_kernel(std::span<const std::byte> canonical,
                                                        const std::string& kernel,
                                                        llvm::LLVMContext& context,
                                                        std::string& error);

}  // namespace cleave::compiler::target

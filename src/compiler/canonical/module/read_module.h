// Reads modules that a stranger may have written.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::module {

/// A module that LLVM's verifier finds valid; null, with the reasons added to `log`, when the bytes
/// are none. Nothing that LLVM can diagnose ends the process. Where `functions` names some, which
/// must be defined there, nothing is read but these and what they come to.
[[nodiscard]] std::unique_ptr<llvm::Module> read_foreign_module(
    std::span<const std::byte> bitcode, llvm::LLVMContext& context, std::string& log,
    std::span<const std::string> functions = {});

}  // namespace cleave::compiler::canonical::module

// Finds what a program must not hold although clang accepts it. Each check returns messages for the
// build log, a line each, or nothing.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::rules {

/// Finds in clang's module recursion, assembly, and kernel arguments of kinds that the device
/// lacks.
[[nodiscard]] std::string find_unsupported(const llvm::Module& module);

/// Finds what both of two modules to be linked define.
[[nodiscard]] std::string find_clashes(const llvm::Module& first, const llvm::Module& second);

/// Finds in a linked module calls of functions that are defined with other types.
[[nodiscard]] std::string find_mismatched_calls(const llvm::Module& module);

/// Finds in the canonical module of a whole program functions without a body that the built-in
/// library does not hold.
[[nodiscard]] std::string find_unresolved(const llvm::Module& module);

}  // namespace cleave::compiler::canonical::rules

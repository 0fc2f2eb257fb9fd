// What a program must not hold although clang accepts it. Each check gives messages for the build
// log, a line each, or nothing.
#pragma once

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend {

/// Of clang's module: recursion, assembly, variables and kernel arguments of kinds that the device
/// lacks.
[[nodiscard]] std::string find_unsupported(const llvm::Module& module);

/// Of the canonical module: functions without a body that the built-in library does not hold.
[[nodiscard]] std::string find_unresolved(const llvm::Module& module);

}  // namespace cleave::compiler::frontend

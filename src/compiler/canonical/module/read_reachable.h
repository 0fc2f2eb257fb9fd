// Reads of a module only what some of its functions come to.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/Support/Error.h>

namespace llvm {
class GlobalValue;
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical::module {

/// Reads these functions and aliases of a module that LLVM reads lazily, and all functions and
/// variables that they come to. Of other functions nothing is read: those that nobody uses go, the rest become
/// declarations. The caller finishes with Module::materializeAll.
[[nodiscard]] llvm::Error read_reachable(llvm::Module& module,
                                         llvm::ArrayRef<llvm::GlobalValue*> roots);

}  // namespace cleave::compiler::canonical::module

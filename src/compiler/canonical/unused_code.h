// Drops what a whole program holds and no kernel of it uses, so that what is missing there is no
// reason to fail.
#pragma once

#include <span>
#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical {

/// Drops the kernels that the application launches, but for those with these names. Returns an error
/// for the build log for each name that no kernel has.
[[nodiscard]] std::string keep_kernels(llvm::Module& module, std::span<const std::string> names);

/// Drops from clang's module functions that no kernel comes to. Variables of the program stay.
void drop_unused(llvm::Module& module);

}  // namespace cleave::compiler::canonical

// Drops what a whole program holds and no kernel of it uses, so that what is missing there is no
// reason to fail.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical {

/// Drops from clang's module functions that no kernel comes to. Variables of the program stay.
void drop_unused(llvm::Module& module);

}  // namespace cleave::compiler::canonical

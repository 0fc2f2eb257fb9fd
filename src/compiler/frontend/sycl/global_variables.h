// Puts constants where canonical IR has them.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Moves constant variables from the global address space, where clang puts those of C++, to the
/// constant one: a program needs no memory for these, and its code no load of their address.
void move_constants(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl

// Takes from functions what clang gives them for C++ and canonical IR does not have.
#pragma once

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::sycl {

/// Gives functions that take variable arguments and never look at them a fixed list: libstdc++'s
/// std::visit has one, and what stands for a throw. Takes the marks of -O0 away, by which passes
/// would leave them alone, and marks them as code that is wanted as written.
void make_functions_plain(llvm::Module& module);

/// Drops the lists of annotations and of used symbols: they name what nobody else should keep.
/// Leaves groups of definitions (comdats) out, which no linker reads any more, and resolves second
/// names.
void drop_leftovers(llvm::Module& module);

}  // namespace cleave::compiler::frontend::sycl

// Reports declarations that are wrong and that clang accepts, while clang still knows their
// location in the source: program-scope variables that are too large, expressions that it has given
// up silently.
#pragma once

#include <memory>

#include "compiler/frontend/opencl_c/construct_objects.h"
#include "compiler/frontend/opencl_c/last_lines.h"

namespace clang {
class CompilerInstance;
}  // namespace clang

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace cleave::compiler::frontend::opencl_c {

/// Compiles as the compiler instance says. A variable of the global address space that takes or is
/// aligned to more than maximum_program_variable_size bytes is an error at its location, as is
/// what clang has put a placeholder for without an error of its own. Null after errors. Adds the
/// objects with a destructor that is to be called to `destroyed`, in the order of the source.
/// `last_lines` outlives the compiler instance.
[[nodiscard]] std::unique_ptr<llvm::Module> emit_checked(clang::CompilerInstance& compiler,
                                                         llvm::LLVMContext& context,
                                                         DestroyedObjects& destroyed,
                                                         LastLines& last_lines);

}  // namespace cleave::compiler::frontend::opencl_c

// Declares the functions of a module before any body is read, and says which are kernels.
#pragma once

#include "compiler/frontend/spirv/state.h"

namespace cleave::compiler::frontend::spirv {

/// Makes all functions, under names that cannot be mistaken, and those that are imported.
void declare_functions(ReaderState& state);
/// Makes the kernels once all bodies are read: of the functions themselves, where nobody calls
/// them, or others that call these. Initializers and finalizers go to llvm.global_ctors and
/// llvm.global_dtors (canonical/globals/program_objects.h).
void make_kernels(ReaderState& state);

}  // namespace cleave::compiler::frontend::spirv

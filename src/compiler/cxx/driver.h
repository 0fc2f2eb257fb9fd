// Runs clang's own driver, whose jobs are this program again and the system's linker.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>

namespace cleave::compiler::cxx {

/// Does what a command line of cleave-c++ says. `run_tool` compiles one file in this process, for
/// words that begin with the program and "-cc1". Returns what the process exits with.
int run_driver(llvm::ArrayRef<const char*> words,
               llvm::function_ref<int(llvm::SmallVectorImpl<const char*>&)> run_tool);

}  // namespace cleave::compiler::cxx

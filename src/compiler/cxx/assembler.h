// Assembles one file: clang's -cc1as.
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace cleave::compiler::cxx {

/// `arguments` are the words behind -cc1as. Returns 0, or 1 if there were
/// errors, which are on standard error then.
int run_assembler(llvm::ArrayRef<const char*> arguments);

}  // namespace cleave::compiler::cxx

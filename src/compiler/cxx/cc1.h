// Compiles one file: clang's -cc1, with a pass for devices beside that for the host.
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace cleave::compiler::cxx {

/// `arguments` are the words behind -cc1, `program` is the command. Returns 0, or 1 if there were
/// errors, which are on standard error then; no output of an earlier run is left in that case.
int run_cc1(llvm::ArrayRef<const char*> arguments, const char* program);

}  // namespace cleave::compiler::cxx

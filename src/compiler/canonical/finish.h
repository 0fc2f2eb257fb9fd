// Ends builds and links alike: collects errors for the log, checks the whole program, and makes its
// image.
#pragma once

#include <llvm/IR/DiagnosticHandler.h>

#include <memory>
#include <string>

#include "compiler/interface/compiler.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace cleave::compiler::canonical {

/// For an LLVM context: errors become lines of `log`, which outlives it. LLVM's own way with an
/// error would end the process.
[[nodiscard]] std::unique_ptr<llvm::DiagnosticHandler> errors_to(std::string& log);

/// Marks a module whose language asks that the local size divides the global size. The mark of one
/// module of a link is that of the result.
void require_uniform_groups(llvm::Module& module);
[[nodiscard]] bool requires_uniform_groups(const llvm::Module& module);

/// Returns messages, a line each, about a linked or foreign module as a whole; empty if all is
/// well.
[[nodiscard]] std::string find_problems(llvm::Module& module);

/// A canonical module that other modules may complete: kept as it is, without kernel facts.
void finish_open(const llvm::Module& module, cl_program_binary_type type,
                 interface::BuildResult& result);

/// A canonical module that is a whole program: checked, its kernel facts read. Problems go to the
/// log, and the result keeps the status it has.
void finish_executable(llvm::Module& module, const interface::LanguageTarget& target,
                       interface::BuildResult& result);

}  // namespace cleave::compiler::canonical

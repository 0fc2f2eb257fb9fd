// Makes clang's compiler for one pass.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <llvm/ADT/ArrayRef.h>

#include <memory>
#include <string>

#include "compiler/cxx/sources.h"

namespace cleave::compiler::cxx {

/// Returns a compiler for the words behind -cc1; null if they are wrong, which standard error has
/// been told. `sources` outlives it; null: files are read as they are, without a look for
/// attributes of SYCL.
[[nodiscard]] std::unique_ptr<clang::CompilerInstance> make_compiler(
    llvm::ArrayRef<const char*> words, const char* program, Sources* sources,
    std::shared_ptr<clang::PCHContainerOperations> precompiled_headers);

/// Returns clang's action of that kind; null if cleave-c++ has none.
[[nodiscard]] std::unique_ptr<clang::FrontendAction> make_action(
    const clang::FrontendOptions& options);

/// Returns the text that the preprocessor begins with in both passes, in front of files that
/// -include names. Macros of extensions are in it: their texts want them predefined.
[[nodiscard]] std::string predefined_macros();

}  // namespace cleave::compiler::cxx

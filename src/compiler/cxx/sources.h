// Prepares the source of a compilation for two passes.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>

#include <memory>

#include "compiler/cxx/attribute_files.h"

namespace cleave::compiler::cxx {

/// Shared by both passes, the second of which runs in a copy of the process.
struct Sources {
  std::shared_ptr<ChangedTexts> texts = std::make_shared<ChangedTexts>();
};

/// Makes standard input, where it is the file to compile, one that each pass can read from its
/// beginning, with its attributes rewritten. Returns false, and says why on standard error, if it
/// cannot be read.
[[nodiscard]] bool keep_standard_input(const clang::FrontendOptions& options);
/// Goes back to its beginning, for a second pass.
void rewind_standard_input();

/// Tells whether the one file of a compilation is C++ that is not preprocessed yet.
[[nodiscard]] bool is_cxx_source(const clang::FrontendOptions& options);
/// Tells whether it is preprocessed C++.
[[nodiscard]] bool is_preprocessed_cxx(const clang::FrontendOptions& options);

}  // namespace cleave::compiler::cxx

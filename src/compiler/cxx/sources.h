// What a compilation reads, as the compiler sees it.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>

#include "compiler/cxx/attribute_files.h"

namespace cleave::compiler::cxx {

/// Shared by both passes, the second of which runs in a copy of the process.
struct Sources {
  std::shared_ptr<ChangedTexts> texts = std::make_shared<ChangedTexts>();
  /// The file where it comes through standard input, which can be read once; null: it does not.
  std::unique_ptr<llvm::MemoryBuffer> standard_input;
};

/// Makes `-` of the command line a text that both passes can read. Returns false, and says why on
/// standard error, if there is no standard input.
[[nodiscard]] bool read_standard_input(clang::FrontendOptions& options, Sources& sources);

/// Tells whether the one file of a compilation is C++ that is not preprocessed yet.
[[nodiscard]] bool is_cxx_source(const clang::FrontendOptions& options);
/// Tells whether it is preprocessed C++.
[[nodiscard]] bool is_preprocessed_cxx(const clang::FrontendOptions& options);

}  // namespace cleave::compiler::cxx

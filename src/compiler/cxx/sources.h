// Prepares the source of a compilation for two passes.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <string>

#include "compiler/cxx/attribute_files.h"

namespace cleave::compiler::cxx {

/// Shared by both passes, the second of which runs in a copy of the process.
struct Sources {
  std::shared_ptr<ChangedTexts> texts = std::make_shared<ChangedTexts>();
  /// Files that no file system has.
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();

  void add_file(llvm::StringRef path, std::string text);
};
/// The folder of all of them.
inline constexpr llvm::StringLiteral memory_folder = "/<cleave>/";

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

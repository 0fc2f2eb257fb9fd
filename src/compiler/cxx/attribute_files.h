// Reads files as attribute_rewriter.h changes them, and shows them in messages as they are.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <set>

namespace cleave::compiler::cxx {

class ChangedText;

/// The texts that a compiler has read and that were changed. Each keeps these alive, and is one of
/// them until it is freed.
class ChangedTexts : public std::enable_shared_from_this<ChangedTexts> {
 public:
  /// Returns the text with its attributes rewritten, or the buffer itself if it has none.
  std::unique_ptr<llvm::MemoryBuffer> change(std::unique_ptr<llvm::MemoryBuffer> buffer);

  /// Puts the user's text, or ours again, into the buffers that the compiler holds.
  void show_original(bool original);

 private:
  friend class ChangedText;
  std::set<ChangedText*> texts_;
};

/// The file system below, with changed texts.
[[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> make_attribute_files(
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> below, std::shared_ptr<ChangedTexts> texts);

/// Makes the engine's messages show lines as the user wrote them.
void show_original_lines(clang::DiagnosticsEngine& engine, std::shared_ptr<ChangedTexts> texts);

}  // namespace cleave::compiler::cxx

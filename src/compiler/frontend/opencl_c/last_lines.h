// Tells clang where the last line of each file ends. It finds the column of a location by the ends
// of lines that it knows, and goes back letter by letter where it knows none: a file of one long
// line without a line break at its end then costs the square of its length.
#pragma once

#include <llvm/Support/Allocator.h>

namespace clang {
class Preprocessor;
}  // namespace clang

namespace cleave::compiler::frontend::opencl_c {

/// Completes clang's tables of the lines of files. The files stay as they are, since a line break
/// that is added would be seen: by #embed, behind a backslash, at the location of messages about
/// the end.
class LastLines {
 public:
  /// Completes the table of each file that is entered from now on. This object outlives the source
  /// manager of the preprocessor, which refers to its tables.
  void complete(clang::Preprocessor& preprocessor);

 private:
  llvm::BumpPtrAllocator tables_;
};

}  // namespace cleave::compiler::frontend::opencl_c

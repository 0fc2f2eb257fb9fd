#include "compiler/frontend/opencl_c/last_lines.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <vector>

namespace cleave::compiler::frontend::opencl_c {
namespace {

class EnteredFiles final : public clang::PPCallbacks {
 public:
  EnteredFiles(const clang::SourceManager& sources, llvm::BumpPtrAllocator& tables)
      : sources_(sources), tables_(tables) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind /*kind*/,
                   clang::FileID /*previous*/) override {
    if (reason != EnterFile) return;
    const clang::FileID file = sources_.getFileID(location);
    const auto buffer = sources_.getBufferOrNone(file);
    bool invalid = false;
    const clang::SrcMgr::SLocEntry& entry = sources_.getSLocEntry(file, &invalid);
    if (invalid || !buffer || !entry.isFile()) return;
    const llvm::StringRef text = buffer->getBuffer();
    if (text.empty() || text.back() == '\n' || text.back() == '\r') return;
    // The end of the file is a location in its last line, which ends behind it.
    const auto end = static_cast<unsigned>(text.size()) + 1;
    clang::SrcMgr::LineOffsetMapping& lines = entry.getFile().getContentCache().SourceLineCache;
    if (!lines) lines = clang::SrcMgr::LineOffsetMapping::get(*buffer, tables_);
    if (lines.getLines().back() == end) return;  // a file that was entered before
    std::vector<unsigned> complete = lines.getLines().vec();
    complete.push_back(end);
    lines = clang::SrcMgr::LineOffsetMapping(complete, tables_);
  }

 private:
  const clang::SourceManager& sources_;
  llvm::BumpPtrAllocator& tables_;
};

}  // namespace

void LastLines::complete(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(
      std::make_unique<EnteredFiles>(preprocessor.getSourceManager(), tables_));
}

}  // namespace cleave::compiler::frontend::opencl_c

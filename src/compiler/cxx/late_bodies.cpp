#include "compiler/cxx/late_bodies.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/Support/Path.h>

#include <string>

#include "compiler/cxx/device_pass.h"
#include "compiler/cxx/installation.h"

namespace cleave::compiler::cxx {
namespace {

namespace path = llvm::sys::path;

/// Switches clang's option on and off as headers are entered and left.
class HeaderFolders final : public clang::PPCallbacks {
 public:
  HeaderFolders(clang::CompilerInstance& compiler, std::string folder)
      : sources_(compiler.getSourceManager()),
        language_(compiler.getLangOpts()),
        folder_(std::move(folder)),
        everywhere_(language_.DelayedTemplateParsing != 0) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(location));
    language_.DelayedTemplateParsing = everywhere_ || (file && is_late(file->getDir()));
  }

 private:
  bool is_late(clang::DirectoryEntryRef folder) {
    const auto [known, is_new] = folders_.try_emplace(&folder.getDirEntry(), false);
    if (is_new) {
      const std::string name = real_path(folder.getName());
      known->second = is_ours(name) || (is_of_standard_library(name) && !language_.CPlusPlus20);
    }
    return known->second;
  }

  [[nodiscard]] bool is_ours(llvm::StringRef folder) const {
    return folder.consume_front(folder_) && (folder.empty() || folder.front() == '/');
  }

  /// libstdc++'s folders are `…/c++/VERSION` and those in it, libc++'s `…/c++/v1`. Late bodies and
  /// constraints do not go together in clang, which is why C++20 has none.
  static bool is_of_standard_library(llvm::StringRef folder) { return folder.contains("/c++/"); }

  const clang::SourceManager& sources_;
  clang::LangOptions& language_;
  std::string folder_;
  bool everywhere_;  // as the option of that name asks
  llvm::DenseMap<const clang::DirectoryEntry*, bool> folders_;
};

}  // namespace

void parse_bodies_late(clang::CompilerInstance& compiler, const DeviceRequest& request) {
  if (!request.parses_late || request.purpose == Purpose::precompiled_header) return;
  std::string folder = real_path(path::parent_path(path::parent_path(request.unit_header)));
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<HeaderFolders>(compiler, std::move(folder)));
}

}  // namespace cleave::compiler::cxx

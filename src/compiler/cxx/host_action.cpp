#include "compiler/cxx/host_action.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>

#include "compiler/cxx/compiler.h"

namespace cleave::compiler::cxx {
namespace {

/// Calls `begin` when a file is entered that is the given one, however the program spells it.
class HeaderWatcher final : public clang::PPCallbacks {
 public:
  HeaderWatcher(const clang::SourceManager& sources, llvm::sys::fs::UniqueID header,
                std::function<void()> begin)
      : sources_(sources), header_(header), begin_(std::move(begin)) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind, clang::FileID) override {
    if (reason != EnterFile) return;
    const auto file = sources_.getFileEntryRefForID(sources_.getFileID(location));
    if (file && file->getUniqueID() == header_) begin_();
  }

 private:
  const clang::SourceManager& sources_;
  llvm::sys::fs::UniqueID header_;
  std::function<void()> begin_;
};

class HostAction final : public clang::WrapperFrontendAction {
 public:
  HostAction(std::unique_ptr<clang::FrontendAction> action, Unit& unit)
      : WrapperFrontendAction(std::move(action)), unit_(unit) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.setPredefines(preprocessor.getPredefines() + predefined_macros(false));
    if (unit_.has_devices) watch(compiler);
    return WrapperFrontendAction::BeginSourceFileAction(compiler);
  }

  void EndSourceFileAction() override {
    WrapperFrontendAction::EndSourceFileAction();
    join();
  }

  bool shouldEraseOutputFiles() override {
    return device_failed_ || WrapperFrontendAction::shouldEraseOutputFiles();
  }

 private:
  void watch(clang::CompilerInstance& compiler) {
    llvm::sys::fs::UniqueID header;
    if (llvm::sys::fs::getUniqueID(unit_.unit_header, header)) return;  // there are no headers
    const auto begin = [this] { begin_devices(); };
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<HeaderWatcher>(compiler.getSourceManager(), header, begin));
  }

  void begin_devices() {
    if (getCurrentFile() == "-") {
      const clang::SourceManager& sources = getCompilerInstance().getSourceManager();
      unit_.request.standard_input = sources.getBufferOrFake(sources.getMainFileID());
    }
    unit_.devices.start([this] { return run_device_pass(unit_.request); });
  }

  /// What both passes complain of is said once: by the host's pass.
  void join() {
    if (!unit_.devices.is_started()) return;
    if (getCompilerInstance().getDiagnostics().hasErrorOccurred()) return;
    if (unit_.devices.wait() != nullptr) return;
    device_failed_ = true;
    llvm::errs() << unit_.devices.messages();
  }

  Unit& unit_;
  bool device_failed_ = false;
};

}  // namespace

std::unique_ptr<clang::FrontendAction> make_host_action(
    std::unique_ptr<clang::FrontendAction> action, Unit& unit) {
  return std::make_unique<HostAction>(std::move(action), unit);
}

}  // namespace cleave::compiler::cxx

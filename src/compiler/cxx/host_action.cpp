#include "compiler/cxx/host_action.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>

#include "compiler/cxx/attribute_watcher.h"
#include "compiler/cxx/compiler.h"
#include "compiler/cxx/late_bodies.h"
#include "compiler/cxx/preprocessed_text.h"

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
  HostAction(std::unique_ptr<clang::FrontendAction> action, SourceUnit& unit)
      : WrapperFrontendAction(std::move(action)), unit_(unit) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.setPredefines(predefined_macros() + preprocessor.getPredefines());
    watch(compiler);
    parse_bodies_late(compiler, unit_.request);
    return WrapperFrontendAction::BeginSourceFileAction(compiler);
  }

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    auto consumer = WrapperFrontendAction::CreateASTConsumer(compiler, file);
    if (!consumer || unit_.purpose != Purpose::code) return consumer;
    std::vector<std::unique_ptr<clang::ASTConsumer>> both;
    both.push_back(make_kernel_collector(unit_.kernels));
    both.push_back(std::move(consumer));
    return std::make_unique<clang::MultiplexConsumer>(std::move(both));
  }

  void EndSourceFile() override {
    join();
    WrapperFrontendAction::EndSourceFile();
  }

 private:
  clang::DiagnosticsEngine& messages() const { return getCompilerInstance().getDiagnostics(); }

  void error(clang::SourceLocation location, const char* text) const {
    messages().Report(location, messages().getDiagnosticIDs()->getCustomDiagID(
                                    clang::DiagnosticIDs::Error, text));
  }

  void watch(clang::CompilerInstance& compiler) {
    llvm::sys::fs::UniqueID header;
    if (llvm::sys::fs::getUniqueID(unit_.request.unit_header, header))
      return;  // there are no headers
    const auto begin = [this] { begin_devices(); };
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<HeaderWatcher>(compiler.getSourceManager(), header, begin));
    const std::string& precompiled = compiler.getPreprocessorOpts().ImplicitPCHInclude;
    if (precompiled.empty()) return;
    unit_.request.precompiled_header = precompiled;
    // The headers in it are not entered again.
    const auto part = read_device_part(compiler.getVirtualFileSystem(), precompiled);
    if (part && part->is_precompiled) begin_devices();
  }

  void begin_devices() {
    if (unit_.devices.is_started()) return;
    clang::CompilerInstance& compiler = getCompilerInstance();
    if (compiler.getLangOpts().isCompilingModule()) {
      return error({}, "a module cannot have kernels: headers of SYCL may not be included in it");
    }
    if (!unit_.purpose) return;
    watch_attributes(compiler.getPreprocessor());
    unit_.devices.start([this] { return run_device_pass(unit_.request); });
  }

  /// A mistake that both passes find is reported once: by the host's pass.
  void join() {
    static const std::vector<std::string> no_files;
    const bool is_good = !messages().hasErrorOccurred();
    const DeviceResult* result = is_good ? unit_.device_result() : nullptr;
    if (result != nullptr && unit_.purpose == Purpose::code) check(*result);
    if (unit_.dependencies) {
      for (const HeaderFile& file : unit_.kept_files) {
        unit_.dependencies->add_kept(file.path, file.is_of_system);
      }
      unit_.dependencies->write(result != nullptr ? result->files : no_files, messages());
    }
    if (!is_good || !unit_.devices.is_started()) return;
    llvm::errs() << unit_.devices.messages();
    if (result == nullptr) getCompilerInstance().clearOutputFiles(true);
  }

  void check(const DeviceResult& result) {
    compare_kernels(messages(), unit_.kernels, result.image,
                    !unit_.request.precompiled_header.empty());
    if (getCompilerInstance().getASTContext().getCurrentNamedModule() != nullptr) {
      error({}, "a module cannot have kernels: headers of SYCL may not be included in it");
    }
  }

  SourceUnit& unit_;
};

}  // namespace

const DeviceResult* SourceUnit::device_result() {
  return devices.is_started() ? devices.wait() : nullptr;
}

std::optional<DevicePart> SourceUnit::device_part(const clang::CompilerInvocation& invocation) {
  DevicePart part;
  if (devices.is_started()) {
    const DeviceResult* result = devices.wait();
    if (result == nullptr) return std::nullopt;
    part.precompiled = result->text;
    return part;
  }
  // The folder of a later compilation may be another one.
  std::vector<std::string> headers = invocation.getPreprocessorOpts().Includes;
  for (const clang::FrontendInputFile& input : invocation.getFrontendOpts().Inputs) {
    if (input.isFile()) headers.push_back(input.getFile().str());
  }
  for (const std::string& header : headers) {
    llvm::SmallString<256> path(header);
    if (llvm::sys::fs::exists(path)) llvm::sys::fs::make_absolute(path);
    part.headers.emplace_back(path.str());
  }
  return part;
}

std::unique_ptr<clang::FrontendAction> make_host_action(
    std::unique_ptr<clang::FrontendAction> action, SourceUnit& unit) {
  return std::make_unique<HostAction>(std::move(action), unit);
}

}  // namespace cleave::compiler::cxx

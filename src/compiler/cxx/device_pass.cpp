#include "compiler/cxx/device_pass.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

#include "compiler/cxx/attribute_watcher.h"
#include "compiler/cxx/compiler.h"
#include "compiler/cxx/device_action.h"
#include "compiler/cxx/device_arguments.h"
#include "compiler/cxx/included_files.h"
#include "compiler/cxx/late_bodies.h"
#include "compiler/cxx/precompiled_header.h"

namespace cleave::compiler::cxx {
namespace {

/// Preprocesses a file for devices, and returns a checksum of what they see.
class ChecksumAction final : public clang::PreprocessorFrontendAction {
 public:
  explicit ChecksumAction(std::string& checksum) : checksum_(checksum) {}

 protected:
  void ExecuteAction() override {
    std::string text;
    llvm::raw_string_ostream stream(text);
    clang::PreprocessorOutputOptions options;
    options.ShowCPP = 1;
    options.ShowLineMarkers = 1;
    clang::DoPrintPreprocessedInput(getCompilerInstance().getPreprocessor(), &stream, options);
    const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
    checksum_ = llvm::utohexstr(hash.high64, true, 16) + llvm::utohexstr(hash.low64, true, 16);
  }

 private:
  std::string& checksum_;
};

/// Prepares the preprocessor: its macros, attributes, and what it does in our headers.
class PreparedAction final : public clang::WrapperFrontendAction {
 public:
  PreparedAction(std::unique_ptr<clang::FrontendAction> action, const DeviceRequest& request)
      : WrapperFrontendAction(std::move(action)), request_(request) {}

 protected:
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.setPredefines(predefined_macros() + preprocessor.getPredefines());
    watch_attributes(preprocessor);
    parse_bodies_late(compiler, request_);
    return WrapperFrontendAction::BeginSourceFileAction(compiler);
  }

 private:
  const DeviceRequest& request_;
};

std::unique_ptr<clang::FrontendAction> action_for(const DeviceRequest& request,
                                                  DeviceResult& result) {
  switch (request.purpose) {
    case Purpose::code:
      return make_device_action(request.forms, result);
    case Purpose::precompiled_header:
      return std::make_unique<clang::GeneratePCHAction>();
    case Purpose::preprocessed_text:
      return std::make_unique<ChecksumAction>(result.text);
    case Purpose::included_files:
      return std::make_unique<clang::PreprocessOnlyAction>();
  }
  return nullptr;
}

void adapt(clang::CompilerInvocation& invocation) {
  auto& code = invocation.getCodeGenOpts();
  // Messages of the driver name lines.
  if (code.getDebugInfo() == llvm::codegenoptions::NoDebugInfo) {
    code.setDebugInfo(llvm::codegenoptions::DebugLineTablesOnly);
  }
  invocation.getDiagnosticOpts().IgnoreWarnings = true;
  invocation.getDependencyOutputOpts() = {};
}

/// Returns false if the host's precompiled header is of no use for devices, and says so.
bool adapt_precompiled_header(clang::CompilerInstance& compiler, const std::string& file) {
  if (file.empty()) return true;
  auto& options = compiler.getInvocation().getPreprocessorOpts();
  options.ImplicitPCHInclude = file;  // which may be one of a folder
  const auto part = read_device_part(compiler.getVirtualFileSystem(), file);
  if (!part) {
    llvm::errs() << "cleave-c++: error: the precompiled header '" << file
                 << "' has nothing for devices, because it was not made by cleave-c++\n";
    return false;
  }
  if (part->is_precompiled) return true;
  options.ImplicitPCHInclude.clear();
  options.Includes.insert(options.Includes.begin(), part->headers.begin(), part->headers.end());
  return true;
}

}  // namespace

std::optional<DeviceResult> run_device_pass(const DeviceRequest& request) {
  const std::vector<std::string> list = device_arguments(request.words);
  std::vector<const char*> words;
  for (const std::string& word : list) words.push_back(word.c_str());
  std::optional<DeviceResult> result(std::in_place);
  const auto compiler =
      make_compiler(words, request.program, request.sources, device_header_formats(result->text));
  if (!compiler) return std::nullopt;
  if (!adapt_precompiled_header(*compiler, request.precompiled_header)) {
    return std::nullopt;
  }
  adapt(compiler->getInvocation());
  compiler->getDiagnostics().setIgnoreAllWarnings(true);
  rewind_standard_input();
  const auto files = std::make_shared<IncludedFiles>(request.wants_system_files);
  compiler->addDependencyCollector(files);

  PreparedAction action(action_for(request, *result), request);
  if (!compiler->ExecuteAction(action)) return std::nullopt;
  result->files = files->getDependencies().vec();
  return result;
}

}  // namespace cleave::compiler::cxx

#include "compiler/cxx/preprocessed_text.h"

#include <clang/Lex/Pragma.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>

namespace cleave::compiler::cxx {
namespace {

constexpr const char* pragma_name = "cleave_sycl";

std::string device_lines(const clang::CompilerInvocation& invocation,
                         llvm::ArrayRef<std::string> host_files, const DeviceResult& result) {
  std::string text;
  llvm::raw_string_ostream lines(text);
  const clang::FrontendOptions& options = invocation.getFrontendOpts();
  if (invocation.getPreprocessorOutputOpts().ShowLineMarkers && !options.Inputs.empty()) {
    llvm::StringSet<> known;
    for (const std::string& file : host_files) known.insert(file);
    const clang::FrontendInputFile& input = options.Inputs.front();
    const llvm::StringRef main_file = input.isFile() ? input.getFile() : "<stdin>";
    const auto line = [&](llvm::StringRef file, int flag) {
      lines << "# 1 \"";
      lines.write_escaped(file) << "\" " << flag << '\n';
    };
    for (const std::string& file : result.files) {
      if (!known.insert(file).second) continue;
      line(file, 1);
      line(main_file, 2);
    }
  }
  lines << "#pragma " << pragma_name << " device " << result.text << '\n';
  return text;
}

/// Reports what was preprocessed by cleave-c++ and lacks the devices' code.
class LostDevices final : public clang::PragmaHandler {
 public:
  LostDevices() : PragmaHandler(pragma_name) {}
  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token&) override {
    clang::DiagnosticsEngine& messages = preprocessor.getDiagnostics();
    messages.Report(
        introducer.Loc,
        messages.getCustomDiagID(
            clang::DiagnosticsEngine::Error,
            "preprocessed input cannot be compiled, because it has lost the code for devices: "
            "compile the source itself (ccache: run_second_cpp=true; no distcc)"));
    preprocessor.DiscardUntilEndOfDirective();
  }
};

}  // namespace

bool append_device_lines(const clang::CompilerInvocation& invocation,
                         llvm::ArrayRef<std::string> host_files, const DeviceResult& result) {
  const std::string text = device_lines(invocation, host_files, result);
  const std::string& file = invocation.getFrontendOpts().OutputFile;
  if (file.empty() || file == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    return true;
  }
  std::error_code failure;
  llvm::raw_fd_ostream stream(file, failure, llvm::sys::fs::OF_Append);
  if (!failure) {
    stream << text;
    stream.close();
    failure = stream.error();
    stream.clear_error();
  }
  if (failure) {
    llvm::errs() << "cleave-c++: error: cannot write '" << file << "': " << failure.message()
                 << '\n';
  }
  return !failure;
}

void refuse_device_lines(clang::Preprocessor& preprocessor) {
  preprocessor.AddPragmaHandler(new LostDevices);
}

}  // namespace cleave::compiler::cxx

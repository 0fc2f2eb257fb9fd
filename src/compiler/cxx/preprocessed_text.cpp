#include "compiler/cxx/preprocessed_text.h"

#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <memory>

namespace cleave::compiler::cxx {
namespace {

constexpr llvm::StringLiteral pragma = "#pragma cleave_sycl device ";

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
  lines << pragma << result.text << '\n';
  return text;
}

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

bool refuse_device_lines(clang::CompilerInstance& compiler) {
  const clang::SourceManager& sources = compiler.getSourceManager();
  const clang::FileID file = sources.getMainFileID();
  const llvm::StringRef text = sources.getBufferOrFake(file).getBuffer();
  const size_t at = text.rfind(pragma);
  if (at == llvm::StringRef::npos || (at > 0 && text[at - 1] != '\n')) return false;
  clang::DiagnosticsEngine& messages = compiler.getDiagnostics();
  const unsigned id = messages.getCustomDiagID(
      clang::DiagnosticsEngine::Error,
      "preprocessed input cannot be compiled, because it has lost the code for devices: compile "
      "the source itself (ccache: run_second_cpp=true; no distcc)");
  messages.Report(sources.getLocForStartOfFile(file).getLocWithOffset(static_cast<int>(at)), id);
  return true;
}

}  // namespace cleave::compiler::cxx

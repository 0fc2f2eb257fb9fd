#include "compiler/cxx/sources.h"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "compiler/cxx/attribute_rewriter.h"
#include "compiler/cxx/device_process.h"

namespace cleave::compiler::cxx {
namespace {

bool is_cxx_text(const clang::FrontendOptions& options) {
  if (options.Inputs.empty()) return false;
  const clang::InputKind kind = options.Inputs.front().getKind();
  return kind.getLanguage() == clang::Language::CXX && kind.getFormat() == clang::InputKind::Source;
}

}  // namespace

bool is_cxx_source(const clang::FrontendOptions& options) {
  return is_cxx_text(options) && !options.Inputs.front().getKind().isPreprocessed();
}

bool is_preprocessed_cxx(const clang::FrontendOptions& options) {
  return is_cxx_text(options) && options.Inputs.front().getKind().isPreprocessed();
}

void Sources::add_file(llvm::StringRef path, std::string text) {
  memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, path));
}

bool keep_standard_input(const clang::FrontendOptions& options) {
  const clang::FrontendInputFile& input = options.Inputs.front();
  if (!input.isFile() || input.getFile() != "-") return true;
  const auto fail = [](const std::string& reason) {
    llvm::errs() << "cleave-c++: error: cannot read standard input: " << reason << '\n';
    return false;
  };
  const auto buffer = llvm::MemoryBuffer::getSTDIN();
  if (!buffer) return fail(buffer.getError().message());
  std::string text = (*buffer)->getBuffer().str();
  if (may_have_attributes(text)) rewrite_attributes(text);
  const int file = memfd_create("standard input", MFD_CLOEXEC);
  if (file < 0 || !write_all(file, text) || dup2(file, STDIN_FILENO) < 0) {
    return fail(std::strerror(errno));
  }
  close(file);
  rewind_standard_input();
  return true;
}

void rewind_standard_input() {
  lseek(STDIN_FILENO, 0, SEEK_SET);
}

}  // namespace cleave::compiler::cxx

#include "compiler/cxx/sources.h"

#include <llvm/Support/raw_ostream.h>

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

bool read_standard_input(clang::FrontendOptions& options, Sources& sources) {
  const clang::FrontendInputFile& input = options.Inputs.front();
  if (!input.isFile() || input.getFile() != "-") return true;
  auto text = llvm::MemoryBuffer::getSTDIN();
  if (!text) {
    llvm::errs() << "cleave-c++: error: cannot read standard input: " << text.getError().message()
                 << '\n';
    return false;
  }
  sources.standard_input = sources.texts->change(std::move(*text));
  const clang::InputKind kind = input.getKind();
  options.Inputs = {clang::FrontendInputFile(sources.standard_input->getMemBufferRef(), kind)};
  return true;
}

}  // namespace cleave::compiler::cxx

// Keeps a precompiled header of <sycl/sycl.hpp> between compilations, for files that begin with it.
//
// It is made when the second file of the same options asks for it, and lies in the folder of the
// user's caches. It is used only while every header in it has the contents that it had, and while
// no folder that is searched first has got a header of the same name. Whatever goes wrong, the file
// is compiled without it.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compiler/cxx/sources.h"

namespace cleave::compiler::cxx {

/// A header that a precompiled one has read.
struct HeaderFile {
  std::string path;
  bool is_of_system = false;
};

/// A precompiled header as it is made.
struct MadeHeader {
  std::string bytes;  // of the file
  std::vector<HeaderFile> files;
  std::vector<std::string> names;  // as #include <…> and __has_include give them, each once
};

/// Precompiles "#include <sycl/sycl.hpp>" for words behind -cc1, which have neither an action nor a
/// file; nothing where there are errors, which nobody is told of.
using MakeHeader = std::function<std::optional<MadeHeader>(const std::vector<std::string>& words)>;

/// Makes the compilation use the kept header where the file begins with #include <sycl/sycl.hpp>,
/// and returns the files in it. `words` are those behind -cc1, `library` is the file of this
/// compiler, whose version the header must have.
[[nodiscard]] std::optional<std::vector<HeaderFile>> use_kept_header(
    clang::CompilerInstance& compiler, Sources& sources, llvm::ArrayRef<const char*> words,
    const std::string& library, const MakeHeader& make);

/// The file in memory that is precompiled, its text, and the precompiled one.
inline constexpr const char* kept_source = "/<cleave>/sycl.hpp";
inline constexpr const char* kept_text = "#include <sycl/sycl.hpp>\n";
inline constexpr const char* kept_precompiled = "/<cleave>/sycl.pch";

}  // namespace cleave::compiler::cxx

// Tells which names that a program asks for in vain another version of its language has. Clang is
// asked itself, version by version, so that there is no list of names to keep.
#pragma once

#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/interface/build_options.h"
#include "compiler/interface/compiler.h"

namespace cleave::compiler::frontend::opencl_c {

/// An identifier that clang could make nothing of.
struct MissingName {
  std::string name;
  std::string location;  // `file:line:column` of its first use
};

/// Prints clang's messages, and keeps the names that they miss.
class MissingNamesPrinter final : public clang::TextDiagnosticPrinter {
 public:
  using TextDiagnosticPrinter::TextDiagnosticPrinter;

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& message) override;

  /// Some of them, each once, in the order in which they came.
  [[nodiscard]] const std::vector<MissingName>& names() const { return names_; }

 private:
  void add(llvm::StringRef name, const clang::Diagnostic& message);

  std::vector<MissingName> names_;
};

/// Compiles nothing, and sets `found[i]` to whether `names[i]` means something at the end of the
/// source: as a macro, a keyword, a built-in function or type, or by a declaration. Both outlive
/// the action.
[[nodiscard]] std::unique_ptr<clang::FrontendAction> search_names(
    const std::vector<MissingName>& names, std::vector<bool>& found);

/// A version of the language, and which of some names it has.
struct VersionNames {
  std::string version;  // as -cl-std has it
  std::vector<bool> found;
};

/// The versions, ascending, that come after the one that a program is compiled for and that a
/// device has.
[[nodiscard]] std::vector<std::string> newer_versions(const interface::BuildOptions& options,
                                                      const interface::LanguageTarget& target);

/// A note for each name that some of those versions have:
/// `<kernel>:1:22: note: 'atomic_float' is part of OpenCL C 2.0 and later: …`.
[[nodiscard]] std::string notes_on_names(const std::vector<MissingName>& names,
                                         const std::vector<VersionNames>& versions);

}  // namespace cleave::compiler::frontend::opencl_c

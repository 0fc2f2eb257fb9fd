#include "compiler/frontend/opencl_c/newer_names.h"

#include <clang/AST/ASTContext.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

#include <algorithm>
#include <optional>

namespace cleave::compiler::frontend::opencl_c {
namespace {

constexpr size_t most_names = 32;

// The name in a message that says that there is none of it.
std::optional<std::string> missing_name(const clang::Diagnostic& message) {
  switch (message.getID()) {
    case clang::diag::err_undeclared_var_use:
    case clang::diag::err_undeclared_var_use_suggest:
    case clang::diag::err_unknown_typename:
    case clang::diag::err_unknown_typename_suggest:
    case clang::diag::ext_implicit_function_decl_c99:
      break;
    case clang::diag::err_opencl_unknown_type_specifier:  // generic
      if (message.getArgKind(1) == clang::DiagnosticsEngine::ak_c_string) {
        return message.getArgCStr(1);
      }
      if (message.getArgKind(1) != clang::DiagnosticsEngine::ak_std_string) return std::nullopt;
      return message.getArgStdStr(1);
    default:
      return std::nullopt;
  }
  const clang::IdentifierInfo* identifier = nullptr;
  if (message.getArgKind(0) == clang::DiagnosticsEngine::ak_identifierinfo) {
    identifier = message.getArgIdentifier(0);
  } else if (message.getArgKind(0) == clang::DiagnosticsEngine::ak_declarationname) {
    identifier =
        clang::DeclarationName::getFromOpaqueInteger(message.getRawArg(0)).getAsIdentifierInfo();
  }
  if (identifier == nullptr) return std::nullopt;
  return identifier->getName().str();
}

// The last word before a location.
llvm::StringRef word_before(const clang::SourceManager& sources, clang::SourceLocation location) {
  constexpr size_t farthest = 256;  // letters
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  const llvm::StringRef text =
      sources.getBufferData(file).take_front(offset).take_back(farthest).rtrim();
  const size_t behind_others = text.find_last_not_of("abcdefghijklmnopqrstuvwxyz_");
  return behind_others == text.npos ? text : text.substr(behind_others + 1);
}

/// Looks names up when all has been read.
class NameSearch final : public clang::SemaConsumer {
 public:
  NameSearch(const std::vector<MissingName>& names, std::vector<bool>& found)
      : names_(names), found_(found) {}

  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  void HandleTranslationUnit(clang::ASTContext& context) override {
    found_.clear();
    for (const MissingName& that : names_) found_.push_back(has(that, context));
  }

 private:
  [[nodiscard]] bool has(const MissingName& that, clang::ASTContext& context) const {
    const clang::IdentifierInfo& identifier =
        *sema_->getPreprocessor().getIdentifierInfo(that.name);
    switch (identifier.getTokenID()) {
      case clang::tok::identifier:
        break;
      case clang::tok::kw___generic:  // these two begin as keywords in every version
        return context.getLangOpts().OpenCLGenericAddressSpace;
      case clang::tok::kw_pipe:
        return context.getLangOpts().OpenCLPipes;
      default:
        return false;
    }
    if (identifier.hasMacroDefinition()) return true;
    // A function of clang's own; a look-up would have to declare it, too late.
    const unsigned function = identifier.getBuiltinID();
    if (function != 0 && !context.BuiltinInfo.isPredefinedLibFunction(function)) return true;
    clang::LookupResult result(*sema_, &identifier, clang::SourceLocation(),
                               clang::Sema::LookupOrdinaryName);
    result.suppressDiagnostics();
    // A function of the language is found in every version, with the declarations of this one.
    return sema_->LookupQualifiedName(result, context.getTranslationUnitDecl()) && !result.empty();
  }

  const std::vector<MissingName>& names_;
  std::vector<bool>& found_;
  clang::Sema* sema_ = nullptr;
};

class SearchAction final : public clang::ASTFrontendAction {
 public:
  SearchAction(const std::vector<MissingName>& names, std::vector<bool>& found)
      : names_(names), found_(found) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& /*compiler*/,
                                                        llvm::StringRef /*file*/) override {
    return std::make_unique<NameSearch>(names_, found_);
  }

 private:
  const std::vector<MissingName>& names_;
  std::vector<bool>& found_;
};

// Version CL2.0 is OpenCL C 2.0.
std::string words_of(const std::string& version) {
  const bool is_cpp = version.starts_with("CLC++");
  return is_cpp ? "C++ for OpenCL " + version.substr(5) : "OpenCL C " + version.substr(2);
}

std::string note_on(const MissingName& that, const std::vector<std::string>& versions,
                    bool is_in_all_later) {
  std::string options;
  for (size_t i = 0; i < versions.size(); ++i) {
    if (i > 0) options += i + 1 == versions.size() ? " or " : ", ";
    options += "-cl-std=" + versions[i];
  }
  std::string text = that.location + ": note: '" + that.name + "' is part of ";
  for (size_t i = 0; i < versions.size() && (i == 0 || !is_in_all_later); ++i) {
    if (i > 0) text += i + 1 == versions.size() ? " and " : ", ";
    text += words_of(versions[i]);
  }
  if (is_in_all_later) text += " and later";
  return text + ": build with " + options + '\n';
}

}  // namespace

void MissingNamesPrinter::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                           const clang::Diagnostic& message) {
  TextDiagnosticPrinter::HandleDiagnostic(level, message);
  if (level < clang::DiagnosticsEngine::Error || !message.getLocation().isValid()) return;
  if (const auto name = missing_name(message)) return add(*name, message);
  // In `read_only pipe int p` it was taken for the name of a parameter, behind which clang stops.
  if (word_before(message.getSourceManager(), message.getLocation()) == "pipe") {
    add("pipe", message);
  }
}

void MissingNamesPrinter::add(llvm::StringRef name, const clang::Diagnostic& message) {
  const bool is_known =
      std::ranges::any_of(names_, [&](const MissingName& that) { return that.name == name; });
  if (is_known || names_.size() == most_names) return;
  const clang::SourceManager& sources = message.getSourceManager();
  const clang::PresumedLoc location =
      sources.getPresumedLoc(sources.getFileLoc(message.getLocation()));
  if (location.isInvalid()) return;
  names_.push_back({name.str(), std::string(location.getFilename()) + ':' +
                                    std::to_string(location.getLine()) + ':' +
                                    std::to_string(location.getColumn())});
}

std::unique_ptr<clang::FrontendAction> search_names(const std::vector<MissingName>& names,
                                                    std::vector<bool>& found) {
  return std::make_unique<SearchAction>(names, found);
}

std::vector<std::string> newer_versions(const interface::BuildOptions& options,
                                        const interface::LanguageTarget& target) {
  // CLC++ is another word for 1.0.
  std::vector<std::string> versions = {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"};
  if (options.is_cpp) versions = {"CLC++1.0", "CLC++2021"};
  if (target.opencl_version < 300) versions.pop_back();  // front_end() refuses those
  const std::string own =
      options.language_version == "CLC++" ? "CLC++1.0" : options.language_version;
  versions.erase(versions.begin(), std::ranges::upper_bound(versions, own));
  return versions;
}

std::string notes_on_names(const std::vector<MissingName>& names,
                           const std::vector<VersionNames>& versions) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    std::vector<std::string> having;
    size_t later = 0;  // versions from the first that has it on
    for (const VersionNames& that : versions) {
      if (i < that.found.size() && that.found[i]) having.push_back(that.version);
      if (!having.empty()) ++later;
    }
    if (having.empty()) continue;
    text += note_on(names[i], having, later > 1 && later == having.size());
  }
  return text;
}

}  // namespace cleave::compiler::frontend::opencl_c

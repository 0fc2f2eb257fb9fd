#include "compiler/cxx/included_files.h"

#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include "compiler/cxx/sources.h"

namespace cleave::compiler::cxx {
namespace {

class NameWatcher final : public clang::PPCallbacks {
 public:
  explicit NameWatcher(std::set<std::string>& names) : names_(names) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name,
                          bool is_angled, clang::CharSourceRange, clang::OptionalFileEntryRef,
                          llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    if (is_angled) names_.insert(name.str());
  }
  void HasInclude(clang::SourceLocation, llvm::StringRef name, bool is_angled,
                  clang::OptionalFileEntryRef, clang::SrcMgr::CharacteristicKind) override {
    if (is_angled) names_.insert(name.str());
  }

 private:
  std::set<std::string>& names_;
};

}  // namespace

void HeaderNames::attachToPreprocessor(clang::Preprocessor& preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<NameWatcher>(names_));
}

bool IncludedFiles::sawDependency(llvm::StringRef name, bool /*from_module*/, bool is_system,
                                  bool is_module_file, bool is_missing) {
  const bool is_real = !is_missing && !is_module_file && !name.empty() && !name.starts_with("<") &&
                       !name.starts_with(memory_folder);
  return is_real && (with_system_ || !is_system);
}

void JoinedDependencies::maybeAddDependency(llvm::StringRef name, bool from_module, bool is_system,
                                            bool is_module_file, bool is_missing) {
  if (name.starts_with(memory_folder)) return;
  DependencyFileGenerator::maybeAddDependency(name, from_module, is_system, is_module_file,
                                              is_missing);
}

void JoinedDependencies::add_kept(const std::string& name, bool is_system) {
  if (!is_system || needSystemDependencies()) {
    maybeAddDependency(name, false, is_system, false, false);
  }
}

void JoinedDependencies::write(const std::vector<std::string>& device_files,
                               clang::DiagnosticsEngine& messages) {
  // Each name once; those of the system are left out already where they are not wanted.
  for (const std::string& file : device_files) maybeAddDependency(file, false, false, false, false);
  DependencyFileGenerator::finishedMainFile(messages);
}

}  // namespace cleave::compiler::cxx

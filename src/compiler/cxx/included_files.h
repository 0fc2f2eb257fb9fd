// Lists the files that a compilation reads, those that devices alone include too: for make (-MD,
// -M), and for caches of compilers, which read the lines of -E.
#pragma once

#include <clang/Frontend/DependencyOutputOptions.h>
#include <clang/Frontend/Utils.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cleave::compiler::cxx {

/// Collects the names of files.
class IncludedFiles final : public clang::DependencyCollector {
 public:
  explicit IncludedFiles(bool with_system) : with_system_(with_system) {}
  bool needSystemDependencies() override { return with_system_; }
  bool sawDependency(llvm::StringRef name, bool from_module, bool is_system, bool is_module_file,
                     bool is_missing) override;

 private:
  bool with_system_;
};

/// Collects the names that #include <…> and __has_include(<…>) give.
class HeaderNames final : public clang::DependencyCollector {
 public:
  void attachToPreprocessor(clang::Preprocessor& preprocessor) override;
  [[nodiscard]] const std::set<std::string>& names() const { return names_; }

 private:
  std::set<std::string> names_;
};

/// Writes clang's file for make later than clang does: when devices have told what they include.
class JoinedDependencies final : public clang::DependencyFileGenerator {
 public:
  using DependencyFileGenerator::DependencyFileGenerator;
  void finishedMainFile(clang::DiagnosticsEngine&) override {}
  /// Leaves out files in memory.
  void maybeAddDependency(llvm::StringRef name, bool from_module, bool is_system,
                          bool is_module_file, bool is_missing) override;
  /// Adds a file that was read when the kept header was made.
  void add_kept(const std::string& name, bool is_system);
  void write(const std::vector<std::string>& device_files, clang::DiagnosticsEngine& messages);
};

}  // namespace cleave::compiler::cxx

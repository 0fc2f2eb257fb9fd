#include "compiler/cxx/included_files.h"

namespace cleave::compiler::cxx {

bool IncludedFiles::sawDependency(llvm::StringRef name, bool /*from_module*/, bool is_system,
                                  bool is_module_file, bool is_missing) {
  const bool is_real = !is_missing && !is_module_file && !name.empty() && !name.starts_with("<");
  return is_real && (with_system_ || !is_system);
}

void JoinedDependencies::write(const std::vector<std::string>& device_files,
                               clang::DiagnosticsEngine& messages) {
  // Each name once; those of the system are left out already where they are not wanted.
  for (const std::string& file : device_files) maybeAddDependency(file, false, false, false, false);
  DependencyFileGenerator::finishedMainFile(messages);
}

}  // namespace cleave::compiler::cxx

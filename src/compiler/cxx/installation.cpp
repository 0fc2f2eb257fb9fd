#include "compiler/cxx/installation.h"

#include <clang/Basic/Version.h>
#include <dlfcn.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Program.h>

#include "compiler/cxx/cxx_main.h"

namespace cleave::compiler::cxx {
namespace {

namespace path = llvm::sys::path;

// CLEAVE_LLVM_ROOT is the folder of the LLVM that this was built with.
constexpr const char* clang_headers =
    CLEAVE_LLVM_ROOT "/lib/clang/" CLANG_VERSION_MAJOR_STRING "/include";

/// The library that this code lies in, or the program in a test.
std::string own_file(const std::string& program) {
  Dl_info info = {};
  const auto* here = reinterpret_cast<const void*>(&cleave_cxx_main);
  const bool known = dladdr(here, &info) != 0 && info.dli_fname != nullptr;
  return known ? real_path(info.dli_fname) : program;
}

bool is_in_system(llvm::StringRef headers) {
  return headers == "/usr/include" || headers == "/usr/local/include";
}

}  // namespace

std::string real_path(const llvm::Twine& file) {
  llvm::SmallString<256> result;
  if (llvm::sys::fs::real_path(file, result)) return file.str();
  return std::string(result);
}

Installation find_installation(const char* first_word) {
  Installation installation;
  installation.program = real_path("/proc/self/exe");
  if (installation.program == "/proc/self/exe") installation.program = first_word;
  const llvm::StringRef prefix = path::parent_path(path::parent_path(installation.program));
  installation.headers = (prefix + "/include").str();
  installation.unit_header = installation.headers + "/sycl/detail/config.hpp";
  installation.is_outside_system = !is_in_system(installation.headers);
  installation.library = own_file(installation.program);
  installation.libraries = path::parent_path(installation.library).str();
  installation.clang = CLEAVE_LLVM_ROOT "/bin/clang++";
  if (!llvm::sys::fs::exists(llvm::Twine(clang_headers) + "/stddef.h")) {
    installation.problems.push_back(
        std::string("the headers of clang are not in ") + clang_headers +
        "; the package libclang-common-" CLANG_VERSION_MAJOR_STRING "-dev has them");
  }
  return installation;
}

std::vector<std::string> missing_packages() {
  std::vector<std::string> missing;
  if (!llvm::sys::fs::exists("/usr/include/c++")) missing.emplace_back("libstdc++-dev");
  if (!llvm::sys::fs::exists("/usr/include/stdlib.h")) missing.emplace_back("libc6-dev");
  if (!llvm::sys::fs::exists("/usr/include/CL/cl.h")) missing.emplace_back("opencl-c-headers");
  if (!llvm::sys::findProgramByName("ld")) missing.emplace_back("binutils");
  return missing;
}

}  // namespace cleave::compiler::cxx

#include <dlfcn.h>

#include <atomic>
#include <filesystem>

#include "compiler/interface/compiler.h"

namespace cleave::compiler::interface {
namespace {

constexpr const char* module_name = "libcleave-compiler.so";

// The file this code was loaded from, with symbolic links resolved; empty when the system does not
// tell. A distribution's link to the driver must not hide the module that lies beside the driver.
std::filesystem::path own_file() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<const void*>(&own_file), &info) == 0 || info.dli_fname == nullptr) {
    return {};
  }
  std::error_code failure;
  std::filesystem::path file = std::filesystem::canonical(info.dli_fname, failure);
  // A program's own name may be relative to a folder that it has left.
  return failure ? std::filesystem::read_symlink("/proc/self/exe", failure) : file;
}

Compiler* open(const std::filesystem::path& module, std::string& error) {
  // RTLD_LOCAL keeps our LLVM apart from others in the process; RTLD_NODELETE because generated
  // code and LLVM's global state outlive every handle.
  void* library = dlopen(module.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    error = "cannot load the compiler from " + module.string() + ": " + dlerror();
    return nullptr;
  }
  auto* entry =
      reinterpret_cast<decltype(&cleave_compiler_open)>(dlsym(library, "cleave_compiler_open"));
  Compiler* compiler = entry == nullptr ? nullptr : entry(compiler_interface_version);
  if (compiler == nullptr) {
    error = module.string() + " belongs to another version of Cleave (wanted interface version " +
            std::to_string(compiler_interface_version) + ")";
  }
  return compiler;
}

Compiler* load(std::string& error) {
  const std::filesystem::path folder = own_file().parent_path();
  std::filesystem::path module = folder / module_name;
  std::error_code ignored;
  // Programs that hold the driver's layers themselves (tests, tools) stand in bin/ beside lib/.
  const std::filesystem::path beside = folder.parent_path() / "lib" / module_name;
  if (!std::filesystem::exists(module, ignored) && std::filesystem::exists(beside, ignored)) {
    module = beside;
  }
  return open(module, error);
}

}  // namespace

Compiler* load_compiler(std::string& error) {
  // A loaded compiler stays. One that could not be loaded, for want of memory or of a free file,
  // may be later; two threads that load at once are given the same compiler.
  static std::atomic<Compiler*> loaded = nullptr;
  error.clear();
  Compiler* compiler = loaded.load(std::memory_order_acquire);
  if (compiler == nullptr) {
    compiler = load(error);
    if (compiler != nullptr) loaded.store(compiler, std::memory_order_release);
  }
  return compiler;
}

}  // namespace cleave::compiler::interface

// The compiler command cleave-c++: loads the compiler from the library that holds it.
#include <dlfcn.h>

#include <cstdio>
#include <filesystem>
#include <string>

namespace {

constexpr const char* library_name = "libcleave-compiler.so";
constexpr const char* function_name = "cleave_cxx_main";

/// It lies beside this program, in lib/ beside its folder, or where it is installed.
std::filesystem::path find_library() {
  std::error_code failure;
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe", failure).parent_path();
  const std::filesystem::path places[] = {
      folder / library_name,
      folder.parent_path() / "lib" / library_name,
      (folder / CLEAVE_INSTALLED_LIBRARIES / library_name).lexically_normal(),
  };
  for (const std::filesystem::path& place : places) {
    if (std::filesystem::exists(place, failure)) return place;
  }
  return places[2];
}

int fail(const std::string& text) {
  std::fprintf(stderr, "cleave-c++: error: %s\n", text.c_str());
  return 1;
}

}  // namespace

int main(int count, char** words) {
  const std::string library = find_library().string();
  // RTLD_NODELETE, because LLVM's state outlives every handle.
  void* module = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr) {
    return fail("cannot load the compiler from " + library + ": " + dlerror());
  }
  auto* compile = reinterpret_cast<int (*)(int, char**)>(dlsym(module, function_name));
  if (compile == nullptr) {
    return fail(library + " belongs to another version of Cleave: it has no " + function_name);
  }
  return compile(count, words);
}

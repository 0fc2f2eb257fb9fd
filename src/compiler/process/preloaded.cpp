#include "compiler/process/preloaded.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>

namespace cleave::compiler::process {
namespace {

/// Tells whether the library itself, and none that it needs, has a function of the loader.
bool stands_for_the_loader(const std::string& library) {
  void* const handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return false;
  const void* const function = dlsym(handle, "clGetPlatformIDs");
  Dl_info found = {};
  link_map* own = nullptr;
  const bool is_known = function != nullptr && dladdr(function, &found) != 0 &&
                        dlinfo(handle, RTLD_DI_LINKMAP, &own) == 0;
  dlclose(handle);
  return is_known && found.dli_fbase == reinterpret_cast<void*>(own->l_addr);
}

}  // namespace

std::string without_loaders(std::string_view preloaded) {
  constexpr std::string_view separators = ": ";
  std::string kept;
  while (!preloaded.empty()) {
    const std::string_view library = preloaded.substr(0, preloaded.find_first_of(separators));
    preloaded.remove_prefix(std::min(library.size() + 1, preloaded.size()));
    if (library.empty() || stands_for_the_loader(std::string(library))) continue;
    if (!kept.empty()) kept += ':';
    kept += library;
  }
  return kept;
}

}  // namespace cleave::compiler::process

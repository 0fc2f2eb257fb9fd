#include <cstdlib>
#include <type_traits>

#include "driver.h"

namespace cleave::test::fuzz::api {

cl_icd_dispatch with_all_functions(cl_icd_dispatch table, cl_platform_id platform) {
  using FunctionAddress = void*(CL_API_CALL*)(cl_platform_id, const char*);
  const auto find =
      reinterpret_cast<FunctionAddress>(table.clGetExtensionFunctionAddressForPlatform(
          platform, "clIcdGetFunctionAddressForPlatformKHR"));
  if (find == nullptr) std::exit(2);
  const auto set = [&](auto& entry, const char* name) {
    entry = reinterpret_cast<std::remove_reference_t<decltype(entry)>>(find(platform, name));
  };
  set(table.clGetPlatformIDs, "clGetPlatformIDs");
  set(table.clUnloadCompiler, "clUnloadCompiler");
  return table;
}

const Extensions& extensions() {
  static const Extensions all = [] {
    Extensions found = {};
#define CLEAVE_EXTENSION_FUNCTION(name)                                      \
  found.name = reinterpret_cast<decltype(found.name)>(                       \
      driver().clGetExtensionFunctionAddressForPlatform(platform(), #name)); \
  if (found.name == nullptr) std::exit(2);
#define CLEAVE_NEWER_EXTENSION_FUNCTION(result, name, ...) CLEAVE_EXTENSION_FUNCTION(name)
#include "src/api/extension_functions.def"
#undef CLEAVE_EXTENSION_FUNCTION
#undef CLEAVE_NEWER_EXTENSION_FUNCTION
    return found;
  }();
  return all;
}

}  // namespace cleave::test::fuzz::api

#include <cstdio>
#include <cstdlib>

#include "driver.h"
#include "tests/support/opencl.h"

namespace cleave::test::fuzz::api {

cl_platform_id platform() {
  static const cl_platform_id the_platform = [] {
    cl_platform_id found = find_platform();
    if (found != nullptr) return found;
    std::fprintf(stderr, "no platform is ours\n");
    std::_Exit(2);
  }();
  return the_platform;
}

const cl_icd_dispatch& driver() {
  static const cl_icd_dispatch& table =
      **reinterpret_cast<const cl_icd_dispatch* const*>(platform());
  return table;
}

const Extensions& extensions() {
  static const Extensions all = [] {
    Extensions found = {};
#define CLEAVE_EXTENSION_FUNCTION(name)                                      \
  found.name = reinterpret_cast<decltype(found.name)>(                       \
      driver().clGetExtensionFunctionAddressForPlatform(platform(), #name)); \
  if (found.name == nullptr) std::exit(2);
#define CLEAVE_NEWER_EXTENSION_FUNCTION(name, ...) CLEAVE_EXTENSION_FUNCTION(name)
#include "src/api/extension_functions.def"
#undef CLEAVE_EXTENSION_FUNCTION
#undef CLEAVE_NEWER_EXTENSION_FUNCTION
    return found;
  }();
  return all;
}

}  // namespace cleave::test::fuzz::api

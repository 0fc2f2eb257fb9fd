// The driver that is linked into the program, with C++ functions in place of the compiler.
#include <cstdlib>

#include "api/entry_points.h"
#include "driver.h"

namespace cleave::test::fuzz::api {

cl_platform_id platform() {
  static const cl_platform_id the_platform = [] {
    cl_platform_id found = nullptr;
    if (cleave::api::clIcdGetPlatformIDsKHR(1, &found, nullptr) != CL_SUCCESS) std::exit(2);
    return found;
  }();
  return the_platform;
}

const cl_icd_dispatch& driver() {
  static_cast<void>(platform());
  return cleave::api::dispatch_table();
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

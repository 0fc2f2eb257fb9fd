#include <cstdlib>

#include "driver.h"

namespace cleave::test::fuzz::api {

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

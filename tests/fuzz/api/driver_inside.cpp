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
  static const cl_icd_dispatch table =
      with_all_functions(**reinterpret_cast<const cl_icd_dispatch* const*>(platform()), platform());
  return table;
}

}  // namespace cleave::test::fuzz::api

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
  static const cl_icd_dispatch table =
      with_all_functions(**reinterpret_cast<const cl_icd_dispatch* const*>(platform()), platform());
  return table;
}

}  // namespace cleave::test::fuzz::api

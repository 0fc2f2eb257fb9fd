// cl_khr_icd 2.0: what loaders that manage the dispatch themselves call.
#include <cstring>

#include "api/check/platform.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/platform_handle.h"
#include "os/loaded_libraries.h"

namespace cleave::api {

using support::Status;

void* clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char* func_name) {
  if (!check::is_platform(platform).ok() || func_name == nullptr) return nullptr;
#define CLEAVE_ENTRY_POINT(name) \
  if (std::strcmp(func_name, #name) == 0) return reinterpret_cast<void*>(&api::name);
#define CLEAVE_ENTRY_POINT_3_1(name, twin) CLEAVE_ENTRY_POINT(name)
#include "api/entry_points.def"
#undef CLEAVE_ENTRY_POINT
  return api::clGetExtensionFunctionAddress(func_name);
}

cl_int clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void* dispatch_data) {
  const void* caller = __builtin_return_address(0);
  return guarded([&]() -> Status {
    if (Status status = check::is_platform(platform); !status.ok()) return status;
    // ocl-icd 2.3.3, which Debian 13 has, gives the address of an array's element, and then enlarges
    // and sorts the array for the platforms of other drivers. The text is what it calls its vendor.
    if (os::library_of_address_holds(caller, "OCL Icd free software")) {
      info::replace_dispatch_table(&dispatch_table_without_tags());
      return CL_SUCCESS;
    }
    info::set_dispatch_data(dispatch_data);
    return CL_SUCCESS;
  });
}

}  // namespace cleave::api

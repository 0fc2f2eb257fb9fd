// 4.1 and 4.2: platforms and devices; 8 of cl_khr_icd.
#include "api/check/platform.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "api/check/handle.h"
#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/handles.h"
#include "api/info/info.h"
#include "api/info/platform_handle.h"
#include "options/without.h"
#include "os/loaded_libraries.h"

namespace cleave::api {
namespace {

using support::Status;

/// Writes as many ids as there is room for.
template <class Id>
void give_ids(const std::vector<Id>& ids, cl_uint count, Id* out, cl_uint* count_ret) {
  if (out != nullptr) std::copy_n(ids.begin(), std::min<size_t>(count, ids.size()), out);
  if (count_ret != nullptr) *count_ret = static_cast<cl_uint>(ids.size());
}

/// Another copy of the driver (a package's, a wheel's) was loaded before this one. Its workers have the
/// processors, and every unit of a second platform would compete with one of the first: so the copy
/// that comes later has no platform, and says which one has.
bool stands_back() {
  static const bool answer = [] {
    const auto copies = os::earlier_copy_of_this_library("clIcdGetPlatformIDsKHR");
    if (!copies) return false;
    std::fprintf(
        stderr,
        "cleave: %s is loaded already, so %s gives no platform: one process has one driver "
        "(OCL_ICD_VENDORS chooses)\n",
        copies->earlier.c_str(), copies->own.c_str());
    return true;
  }();
  return answer;
}

/// The clock of profiling times, which is the host's too.
cl_ulong host_time() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<cl_ulong>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

}  // namespace

cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms,
                              cl_uint* num_platforms) {
  return guarded([&]() -> Status {
    if (Status status = check::id_output(num_entries, platforms, num_platforms); !status.ok()) {
      return status;
    }
    if (stands_back()) {
      if (num_platforms != nullptr) *num_platforms = 0;
      return CL_PLATFORM_NOT_FOUND_KHR;
    }
    // Every handle comes from this one: here is the first that leaves the driver.
    static const bool once = (info::set_dispatch_table(&dispatch_table()), true);
    static_cast<void>(once);
    give_ids(std::vector{info::platform_handle()}, num_entries, platforms, num_platforms);
    return CL_SUCCESS;
  });
}

cl_int clGetPlatformIDs(cl_uint num_entries, cl_platform_id* platforms, cl_uint* num_platforms) {
  return api::clIcdGetPlatformIDsKHR(num_entries, platforms, num_platforms);
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                         size_t param_value_size, void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    if (Status status = check::is_platform(platform); !status.ok()) return status;
    return info::platform(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                      cl_device_id* devices, cl_uint* num_devices) {
  return guarded([&]() -> Status {
    if (Status status = check::is_platform(platform); !status.ok()) return status;
    if (Status status = check::id_output(num_entries, devices, num_devices); !status.ok()) {
      return status;
    }
    const auto found = check::devices_of_type(device_type);
    if (!found.ok()) return found.status();
    give_ids(info::device_handles(found.value()), num_entries, devices, num_devices);
    return CL_SUCCESS;
  });
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                       void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::object<model::Device>(device);
    if (!found.ok()) return found.status();
    return info::device(*found.value(), param_name,
                        {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp,
                               cl_ulong* host_timestamp) {
  return guarded([&]() -> Status {
    if (Status status = check::is_object<model::Device>(device); !status.ok()) return status;
    if (device_timestamp == nullptr || host_timestamp == nullptr) return CL_INVALID_VALUE;
    *device_timestamp = *host_timestamp = host_time();
    return CL_SUCCESS;
  });
}

cl_int clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
  return guarded([&]() -> Status {
    if (Status status = check::is_object<model::Device>(device); !status.ok()) return status;
    if (host_timestamp == nullptr) return CL_INVALID_VALUE;
    *host_timestamp = host_time();
    return CL_SUCCESS;
  });
}

void* clGetExtensionFunctionAddress(const char* func_name) {
  if (func_name == nullptr) return nullptr;
  const char* of = nullptr;
#define CLEAVE_FUNCTIONS_OF(extension) of = extension;
#define CLEAVE_EXTENSION_FUNCTION(name)                                             \
  if (std::strcmp(func_name, #name) == 0) {                                         \
    return options::is_without(of) ? nullptr : reinterpret_cast<void*>(&api::name); \
  }
#define CLEAVE_NEWER_EXTENSION_FUNCTION(result, name, ...) CLEAVE_EXTENSION_FUNCTION(name)
#include "api/extension_functions.def"
#undef CLEAVE_EXTENSION_FUNCTION
#undef CLEAVE_NEWER_EXTENSION_FUNCTION
  return nullptr;
}

void* clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char* func_name) {
  if (!check::is_platform(platform).ok()) return nullptr;
  return api::clGetExtensionFunctionAddress(func_name);
}

// The compiler stays loaded: unloading it is only a hint (5.8.8).
cl_int clUnloadCompiler() {
  return CL_SUCCESS;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform) {
  return check::is_platform(platform).code();
}

}  // namespace cleave::api

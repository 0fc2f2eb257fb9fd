// The functions that libcleave.so exports: what the ICD loaders look for, and nothing else.
#include "api/entry_points.h"

#define CLEAVE_EXPORT extern "C" __attribute__((visibility("default")))

CLEAVE_EXPORT void* clGetExtensionFunctionAddress(const char* func_name) {
  return cleave::api::clGetExtensionFunctionAddress(func_name);
}

CLEAVE_EXPORT cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                       size_t param_value_size, void* param_value,
                                       size_t* param_value_size_ret) {
  return cleave::api::clGetPlatformInfo(platform, param_name, param_value_size, param_value,
                                        param_value_size_ret);
}

CLEAVE_EXPORT cl_int clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id* platforms,
                                            cl_uint* num_platforms) {
  return cleave::api::clIcdGetPlatformIDsKHR(num_entries, platforms, num_platforms);
}

CLEAVE_EXPORT void* clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                                          const char* func_name) {
  return cleave::api::clIcdGetFunctionAddressForPlatformKHR(platform, func_name);
}

CLEAVE_EXPORT cl_int clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void* dispatch_data) {
  return cleave::api::clIcdSetPlatformDispatchDataKHR(platform, dispatch_data);
}

// Declares what the examples of command-buffers share: the functions of cl_khr_command_buffer and of
// cl_khr_command_buffer_mutable_dispatch, with the parameters of the versions 1.0.0 and 0.9.5. Those
// of headers from before 2024 differ.
#pragma once

#include <CL/cl_ext.h>

#include <cstring>

#include "common.h"

namespace example {

/// cl_mutable_dispatch_arg_khr.
struct ChangedArgument {
  cl_uint index;
  size_t size;
  const void* value;
};
/// cl_mutable_dispatch_config_khr: what changes of a launch. Null pointers leave things as they are.
struct ChangedLaunch {
  cl_mutable_command_khr command;
  cl_uint arguments;
  cl_uint svm_arguments;
  cl_uint execution_infos;
  cl_uint dimensions;
  const ChangedArgument* argument_list;
  const ChangedArgument* svm_argument_list;
  const void* execution_info_list;
  const size_t* global_offset;
  const size_t* global_size;
  const size_t* local_size;
};

struct CommandBuffers {
  cl_command_buffer_khr(CL_API_CALL* create)(cl_uint, const cl_command_queue*, const cl_properties*,
                                             cl_int*);
  cl_int(CL_API_CALL* launch)(cl_command_buffer_khr, cl_command_queue, const cl_properties*,
                              cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*,
                              cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                              cl_mutable_command_khr*);
  cl_int(CL_API_CALL* finalize)(cl_command_buffer_khr);
  cl_int(CL_API_CALL* enqueue)(cl_uint, cl_command_queue*, cl_command_buffer_khr, cl_uint,
                               const cl_event*, cl_event*);
  cl_int(CL_API_CALL* release)(cl_command_buffer_khr);
  /// Null where launches cannot be changed.
  cl_int(CL_API_CALL* update)(cl_command_buffer_khr, cl_uint, const cl_uint*, const void**);
};

/// True where the device has the extension, of that version or a later one.
inline bool has_extension(cl_device_id device, const char* name, cl_version version) {
  size_t size = 0;
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size),
        "clGetDeviceInfo");
  std::vector<cl_name_version> all(size / sizeof(cl_name_version));
  check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, all.data(), nullptr),
        "clGetDeviceInfo");
  for (const cl_name_version& one : all) {
    if (std::strcmp(one.name, name) == 0) return one.version >= version;
  }
  return false;
}

/// All of them; ends the program where the device lacks cl_khr_command_buffer.
inline CommandBuffers find_command_buffers(cl_device_id device) {
  if (!has_extension(device, "cl_khr_command_buffer", CL_MAKE_VERSION(1, 0, 0))) {
    std::fprintf(stderr, "The device lacks cl_khr_command_buffer 1.0.0\n");
    std::exit(1);
  }
  cl_platform_id platform = nullptr;
  check(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
        "clGetDeviceInfo");
  const auto find = [platform](const char* name, auto& function) {
    void* const address = clGetExtensionFunctionAddressForPlatform(platform, name);
    std::memcpy(&function, &address, sizeof address);
  };
  CommandBuffers all{};
  find("clCreateCommandBufferKHR", all.create);
  find("clCommandNDRangeKernelKHR", all.launch);
  find("clFinalizeCommandBufferKHR", all.finalize);
  find("clEnqueueCommandBufferKHR", all.enqueue);
  find("clReleaseCommandBufferKHR", all.release);
  if (has_extension(device, "cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 2))) {
    find("clUpdateMutableCommandsKHR", all.update);
  }
  return all;
}

}  // namespace example

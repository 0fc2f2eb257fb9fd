// Gives benchmarks the functions of cl_khr_command_buffer, as they are since version 0.9.5: the
// declarations of older headers have other parameters.
#pragma once

#include <CL/cl_ext.h>

#include <vector>

#include "harness/opencl.h"

namespace cleave::benchmark {

/// Launches that are recorded into one command-buffer, and enqueued together.
class RecordedLaunches {
 public:
  /// Throws NotSupported where the device has no command-buffers, or older ones.
  explicit RecordedLaunches(Device& device) : device_(device) {
    device.require_extension("cl_khr_command_buffer");
    require_version();
    find("clCreateCommandBufferKHR", create_);
    find("clCommandNDRangeKernelKHR", record_);
    find("clFinalizeCommandBufferKHR", finalize_);
    find("clEnqueueCommandBufferKHR", enqueue_);
    find("clReleaseCommandBufferKHR", release_);
    cl_command_queue queue = device.queue();
    cl_int status = CL_SUCCESS;
    buffer_ = create_(1, &queue, nullptr, &status);
    check(status, "clCreateCommandBufferKHR");
  }
  ~RecordedLaunches() { static_cast<void>(release_(buffer_)); }
  RecordedLaunches(const RecordedLaunches&) = delete;
  RecordedLaunches& operator=(const RecordedLaunches&) = delete;

  /// Records a launch in one dimension, after all before it.
  void add(const Kernel& kernel, size_t global, size_t local) {
    check(record_(buffer_, nullptr, nullptr, kernel.get(), 1, nullptr, &global, &local, 0, nullptr,
                  nullptr, nullptr),
          "clCommandNDRangeKernelKHR");
  }
  void finalize() { check(finalize_(buffer_), "clFinalizeCommandBufferKHR"); }
  void enqueue() {
    check(enqueue_(0, nullptr, buffer_, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
  }

 private:
  void require_version() const {
    constexpr cl_version oldest = CL_MAKE_VERSION(0, 9, 5);
    for (const cl_name_version& extension : extensions()) {
      const bool is_it = std::string_view(extension.name) == "cl_khr_command_buffer";
      if (is_it && extension.version < oldest) throw NotSupported("older command-buffers");
    }
  }
  [[nodiscard]] std::vector<cl_name_version> extensions() const {
    size_t size = 0;
    check(clGetDeviceInfo(device_.id(), CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size),
          "clGetDeviceInfo");
    std::vector<cl_name_version> all(size / sizeof(cl_name_version));
    check(
        clGetDeviceInfo(device_.id(), CL_DEVICE_EXTENSIONS_WITH_VERSION, size, all.data(), nullptr),
        "clGetDeviceInfo");
    return all;
  }
  template <class Function>
  void find(const char* name, Function& function) const {
    cl_platform_id platform = nullptr;
    check(clGetDeviceInfo(device_.id(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
          "clGetDeviceInfo");
    function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
    if (function == nullptr) throw NotSupported(name);
  }

  using Create = cl_command_buffer_khr(CL_API_CALL*)(cl_uint, const cl_command_queue*,
                                                     const cl_properties*, cl_int*);
  using Record = cl_int(CL_API_CALL*)(cl_command_buffer_khr, cl_command_queue, const cl_properties*,
                                      cl_kernel, cl_uint, const size_t*, const size_t*,
                                      const size_t*, cl_uint, const cl_sync_point_khr*,
                                      cl_sync_point_khr*, cl_mutable_command_khr*);
  using Enqueue = cl_int(CL_API_CALL*)(cl_uint, cl_command_queue*, cl_command_buffer_khr, cl_uint,
                                       const cl_event*, cl_event*);
  using Other = cl_int(CL_API_CALL*)(cl_command_buffer_khr);

  Device& device_;
  Create create_ = nullptr;
  Record record_ = nullptr;
  Enqueue enqueue_ = nullptr;
  Other finalize_ = nullptr, release_ = nullptr;
  cl_command_buffer_khr buffer_ = nullptr;
};

}  // namespace cleave::benchmark

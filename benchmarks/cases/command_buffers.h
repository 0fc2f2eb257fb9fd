// Gives benchmarks the functions of cl_khr_command_buffer, as they are since version 0.9.5: the
// declarations of older headers have other parameters.
#pragma once

#include <CL/cl_ext.h>

#include <string_view>
#include <vector>

#include "harness/opencl.h"

namespace cleave::benchmark {

/// The functions, as a device's platform has them.
struct CommandBufferCalls {
  /// Throws NotSupported where the device has no command-buffers, or older ones.
  explicit CommandBufferCalls(Device& device) {
    device.require_extension("cl_khr_command_buffer");
    require_version(device.id());
    find(device.id(), "clCreateCommandBufferKHR", create);
    find(device.id(), "clCommandNDRangeKernelKHR", launch);
    find(device.id(), "clCommandCopyBufferKHR", copy);
    find(device.id(), "clFinalizeCommandBufferKHR", finalize);
    find(device.id(), "clEnqueueCommandBufferKHR", enqueue);
    find(device.id(), "clReleaseCommandBufferKHR", release);
  }
  /// Throws NotSupported where there is no such function.
  template <class Function>
  static void find(cl_device_id device, const char* name, Function& function) {
    cl_platform_id platform = nullptr;
    check(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr),
          "clGetDeviceInfo");
    function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
    if (function == nullptr) throw NotSupported(name);
  }

  cl_command_buffer_khr(CL_API_CALL* create)(cl_uint, const cl_command_queue*, const cl_properties*,
                                             cl_int*) = nullptr;
  cl_int(CL_API_CALL* launch)(cl_command_buffer_khr, cl_command_queue, const cl_properties*,
                              cl_kernel, cl_uint, const size_t*, const size_t*, const size_t*,
                              cl_uint, const cl_sync_point_khr*, cl_sync_point_khr*,
                              cl_mutable_command_khr*) = nullptr;
  cl_int(CL_API_CALL* copy)(cl_command_buffer_khr, cl_command_queue, const cl_properties*, cl_mem,
                            cl_mem, size_t, size_t, size_t, cl_uint, const cl_sync_point_khr*,
                            cl_sync_point_khr*, cl_mutable_command_khr*) = nullptr;
  cl_int(CL_API_CALL* finalize)(cl_command_buffer_khr) = nullptr;
  cl_int(CL_API_CALL* enqueue)(cl_uint, cl_command_queue*, cl_command_buffer_khr, cl_uint,
                               const cl_event*, cl_event*) = nullptr;
  cl_int(CL_API_CALL* release)(cl_command_buffer_khr) = nullptr;

 private:
  static void require_version(cl_device_id device) {
    constexpr cl_version oldest = CL_MAKE_VERSION(0, 9, 5);
    size_t size = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &size),
          "clGetDeviceInfo");
    std::vector<cl_name_version> all(size / sizeof(cl_name_version));
    check(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, size, all.data(), nullptr),
          "clGetDeviceInfo");
    for (const cl_name_version& extension : all) {
      const bool is_it = std::string_view(extension.name) == "cl_khr_command_buffer";
      if (is_it && extension.version < oldest) throw NotSupported("older command-buffers");
    }
  }
};

/// Launches and copies that are recorded into one command-buffer of some queues, and enqueued together.
class RecordedLaunches final : public CommandSink {
 public:
  explicit RecordedLaunches(Device& device) : RecordedLaunches(device, {device.queue()}) {}
  /// `properties`: of the command-buffer; none, or with their terminator. `queues` are in order.
  RecordedLaunches(Device& device, std::vector<cl_command_queue> queues,
                   const std::vector<cl_properties>& properties = {})
      : calls_(device), queues_(std::move(queues)) {
    cl_int status = CL_SUCCESS;
    buffer_ = calls_.create(static_cast<cl_uint>(queues_.size()), queues_.data(),
                            properties.empty() ? nullptr : properties.data(), &status);
    if (status == CL_INVALID_VALUE && queues_.size() > 1) throw NotSupported("several queues");
    check(status, "clCreateCommandBufferKHR");
  }
  ~RecordedLaunches() { static_cast<void>(calls_.release(buffer_)); }
  RecordedLaunches(const RecordedLaunches&) = delete;
  RecordedLaunches& operator=(const RecordedLaunches&) = delete;

  [[nodiscard]] cl_command_buffer_khr get() const { return buffer_; }
  /// Records a launch of one work-item for a queue behind the command of `point`, unless that is 0; sets
  /// `point` to its own.
  void add_to(size_t queue, const Kernel& kernel, cl_sync_point_khr& point) {
    const size_t one = 1;
    const cl_sync_point_khr before = point;
    check(calls_.launch(buffer_, queues_[queue], nullptr, kernel.get(), 1, nullptr, &one, &one,
                        before == 0 ? 0 : 1, before == 0 ? nullptr : &before, &point, nullptr),
          "clCommandNDRangeKernelKHR");
  }
  /// Records a launch of one work-item, after all before it; gives its handle.
  [[nodiscard]] cl_mutable_command_khr add_mutable(const Kernel& kernel) {
    const size_t one = 1;
    cl_mutable_command_khr handle = nullptr;
    check(calls_.launch(buffer_, nullptr, nullptr, kernel.get(), 1, nullptr, &one, &one, 0, nullptr,
                        nullptr, &handle),
          "clCommandNDRangeKernelKHR");
    return handle;
  }
  void launch(const Kernel& kernel, std::span<const size_t> global,
              std::span<const size_t> local) override {
    check(calls_.launch(buffer_, nullptr, nullptr, kernel.get(),
                        static_cast<cl_uint>(global.size()), nullptr, global.data(),
                        local.empty() ? nullptr : local.data(), 0, nullptr, nullptr, nullptr),
          "clCommandNDRangeKernelKHR");
  }
  void add(const Kernel& kernel, size_t global, size_t local) {
    launch(kernel, std::span(&global, 1), std::span(&local, 1));
  }
  void copy(const Buffer& from, const Buffer& to, size_t bytes) override {
    check(calls_.copy(buffer_, nullptr, nullptr, from.get(), to.get(), 0, 0, bytes, 0, nullptr,
                      nullptr, nullptr),
          "clCommandCopyBufferKHR");
  }
  void finalize() { check(calls_.finalize(buffer_), "clFinalizeCommandBufferKHR"); }
  void enqueue() {
    check(calls_.enqueue(0, nullptr, buffer_, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
  }

 private:
  CommandBufferCalls calls_;
  std::vector<cl_command_queue> queues_;
  cl_command_buffer_khr buffer_ = nullptr;
};

/// A case's work, whose commands are recorded once: a repetition enqueues the command-buffer.
template <class Repeated>
class Recorded final : public Repeated {
 public:
  Recorded(Device& device, size_t size) : Repeated(device, size), recorded_(device) {
    device.divert_to(&recorded_);
    Repeated::enqueue();
    device.divert_to(nullptr);
    recorded_.finalize();
  }

 protected:
  void enqueue() override { recorded_.enqueue(); }

 private:
  RecordedLaunches recorded_;
};

}  // namespace cleave::benchmark

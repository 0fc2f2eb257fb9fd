// Holds contexts: those of OpenCL, and those of SYCL, of which several share one (SYCL 2020, 4.6.3).
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "sycl/async_errors.h"
#include "sycl/device.h"
#include "sycl/object.h"
#include "sycl/opencl.h"
#include "sycl/scratch.h"

namespace cleave::sycl {

/// A context of OpenCL. Memory, programs and events are good in one of them. Thread-safe.
class NativeContext final : public Object {
 public:
  /// Makes one of all root devices of the platform, when it is first asked for: a process may fork before.
  explicit NativeContext(Platform& platform);
  /// Makes one of these devices, for drivers whose contexts take no parts of their devices.
  NativeContext(Platform& platform, const std::vector<Ref<Device>>& devices);
  /// Shares one of the application, of which `device` is one of the devices.
  NativeContext(Platform& platform, cl_context id, cl_device_id device);
  ~NativeContext() override;

  [[nodiscard]] cl_context id() {
    const cl_context made = id_.load(std::memory_order_acquire);
    return made != nullptr ? made : create();
  }
  /// No other context ever has it.
  [[nodiscard]] uint64_t number() const { return number_; }
  [[nodiscard]] Platform& platform() const { return platform_; }
  /// True when the driver calls hear_of_failure() for each command that fails.
  [[nodiscard]] bool tells_of_failures() const;
  [[nodiscard]] cl_device_id any_device() const { return devices_.front(); }
  /// A queue in order, for what the library does itself and waits for. Nothing in it waits for commands of others.
  [[nodiscard]] cl_command_queue service_queue();

 private:
  NativeContext(Platform& platform, std::vector<cl_device_id> devices);
  [[nodiscard]] cl_context create();

  Platform& platform_;
  std::atomic<cl_context> id_{nullptr};
  uint64_t number_;
  std::vector<cl_device_id> devices_;  // of one of the application: the first alone
  bool is_of_application_ = false;
  std::mutex mutex_;
  cl_command_queue service_queue_ = nullptr;
};

class Context final : public Object {
 public:
  Context(Ref<NativeContext> native, std::vector<Ref<Device>> devices,
          const cleave_sycl_async_handler& handler);
  ~Context() override;

  [[nodiscard]] NativeContext& native() const { return *native_; }
  [[nodiscard]] Platform& platform() const { return native_->platform(); }
  [[nodiscard]] const std::vector<Ref<Device>>& devices() const { return devices_; }
  /// True of its devices and of their parts.
  [[nodiscard]] bool has_device(const Device& device) const;
  /// The device whose programs kernels on `device` are of: OpenCL's parts run programs that were built for their
  /// root, where that is a device of the native context. A compute slice is its tile.
  [[nodiscard]] Device& code_device(Device& device) const;
  [[nodiscard]] const AsyncHandler& handler() const { return handler_; }
  [[nodiscard]] SpareScratch& spare_scratch() { return spare_scratch_; }

 private:
  Ref<NativeContext> native_;
  std::vector<Ref<Device>> devices_;
  AsyncHandler handler_;
  SpareScratch spare_scratch_;
};

/// Makes a context; takes over the handler. Fails with errc::invalid for no devices, or devices of
/// several platforms.
[[nodiscard]] Ref<Context> make_context(std::vector<Ref<Device>> devices,
                                        const cleave_sycl_async_handler& handler);

}  // namespace cleave::sycl

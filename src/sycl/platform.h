// Holds the platforms of the loader with their devices and extension functions (SYCL 2020, 4.6.2).
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "sycl/object.h"
#include "sycl/opencl.h"

namespace cleave::sycl {

class Context;
class Device;
class NativeContext;

/// The functions of cl_intel_unified_shared_memory; null where the platform has them not.
struct UnifiedMemoryFunctions {
  clHostMemAllocINTEL_fn allocate_host = nullptr;
  clDeviceMemAllocINTEL_fn allocate_device = nullptr;
  clSharedMemAllocINTEL_fn allocate_shared = nullptr;
  clMemFreeINTEL_fn free = nullptr;
  clGetMemAllocInfoINTEL_fn info = nullptr;
  clEnqueueMemcpyINTEL_fn copy = nullptr;
  clEnqueueMemFillINTEL_fn fill = nullptr;
  clEnqueueMigrateMemINTEL_fn migrate = nullptr;
  clEnqueueMemAdviseINTEL_fn advise = nullptr;
  clSetKernelArgMemPointerINTEL_fn set_argument = nullptr;
};

/// A platform with at least one device that programs see. Lives for ever, as do its root devices and default context.
class Platform final : public Object {
 public:
  /// All platforms of the loader, found at the first call. Fails with errc::invalid where
  /// ONEAPI_DEVICE_SELECTOR cannot be read. Thread-safe, as all here.
  [[nodiscard]] static const std::vector<Platform*>& all();

  explicit Platform(cl_platform_id id);

  [[nodiscard]] cl_platform_id id() const { return id_; }
  /// The devices that programs see as roots: OpenCL's, or what ONEAPI_DEVICE_SELECTOR leaves, parts among them.
  [[nodiscard]] const std::vector<Device*>& roots() const { return roots_; }
  /// OpenCL's root devices.
  [[nodiscard]] const std::vector<Device*>& native_roots() const { return native_roots_; }
  /// Replaces the devices that programs see. Called before the platform is used.
  void show(std::vector<Device*> roots) { roots_ = std::move(roots); }
  [[nodiscard]] const UnifiedMemoryFunctions& unified_memory() const { return unified_memory_; }
  /// The context of all of OpenCL's root devices, which contexts of the platform share: so memory is good in all.
  [[nodiscard]] NativeContext& native_context();
  [[nodiscard]] Context& default_context();
  [[nodiscard]] std::string text(cl_platform_info what) const;

 private:
  cl_platform_id id_;
  std::vector<Device*> native_roots_;
  std::vector<Device*> roots_;
  UnifiedMemoryFunctions unified_memory_;
  std::mutex mutex_;
  NativeContext* native_context_ = nullptr;
  Context* default_context_ = nullptr;
};

/// platform::get_info, by the numbers of info.def.
void put_platform_info(const Platform& platform, uint32_t what, const cleave_sycl_sink& sink);

}  // namespace cleave::sycl

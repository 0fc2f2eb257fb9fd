// Finds the platforms of the loader.
#include "sycl/platform.h"

#include <cstdio>
#include <cstdlib>

#include "sycl/context.h"
#include "sycl/device.h"
#include "sycl/device_filter.h"
#include "sycl/failure.h"
#include "sycl/visible_devices.h"

namespace cleave::sycl {
namespace {

template <class Function>
void find_function(cl_platform_id platform, const char* name, Function& function) {
  function = reinterpret_cast<Function>(clGetExtensionFunctionAddressForPlatform(platform, name));
}

UnifiedMemoryFunctions find_unified_memory(cl_platform_id id) {
  UnifiedMemoryFunctions found;
  find_function(id, "clHostMemAllocINTEL", found.allocate_host);
  find_function(id, "clDeviceMemAllocINTEL", found.allocate_device);
  find_function(id, "clSharedMemAllocINTEL", found.allocate_shared);
  find_function(id, "clMemFreeINTEL", found.free);
  find_function(id, "clGetMemAllocInfoINTEL", found.info);
  find_function(id, "clEnqueueMemcpyINTEL", found.copy);
  find_function(id, "clEnqueueMemFillINTEL", found.fill);
  find_function(id, "clEnqueueMigrateMemINTEL", found.migrate);
  find_function(id, "clEnqueueMemAdviseINTEL", found.advise);
  find_function(id, "clSetKernelArgMemPointerINTEL", found.set_argument);
  return found;
}

void warn(const std::string& text) {
  std::fprintf(stderr, "sycl: %s\n", text.c_str());
}

/// Leaves of the platforms what the variable says, if it says something.
void filter_devices(std::vector<Platform*>& platforms) {
  const char* const value = std::getenv(filter_variable);
  if (value == nullptr || *value == '\0') return;
  const DeviceFilters filters = read_filters(value);
  std::vector<Device*> roots;
  for (const Platform* platform : platforms) {
    roots.insert(roots.end(), platform->roots().begin(), platform->roots().end());
  }
  std::vector<Ref<Device>> visible = visible_devices(roots, filters, warn);
  for (Platform* platform : platforms) {
    std::vector<Device*> its_roots;
    for (Ref<Device>& device : visible) {
      if (device && &device->platform() == platform) its_roots.push_back(device.release());
    }
    platform->show(std::move(its_roots));
  }
  std::erase_if(platforms, [](const Platform* platform) { return platform->roots().empty(); });
}

std::vector<Platform*> find_platforms() {
  cl_uint count = 0;
  // The loader has an error of its own for no platforms.
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_platform_id> ids(count);
  check(clGetPlatformIDs(count, ids.data(), nullptr), "clGetPlatformIDs");
  std::vector<Platform*> found;
  for (cl_platform_id id : ids) {
    auto platform = support::make_ref<Platform>(id);
    if (!platform->roots().empty()) found.push_back(platform.release());
  }
  size_t number = 0;
  for (const Platform* platform : found) {
    for (Device* root : platform->roots()) {
      root->show_as_root("opencl:" + std::to_string(number++));
    }
  }
  filter_devices(found);
  return found;
}

}  // namespace

const std::vector<Platform*>& Platform::all() {
  static const auto* const found = new std::vector<Platform*>(find_platforms());
  return *found;
}

Platform::Platform(cl_platform_id id) : id_(id), unified_memory_(find_unified_memory(id)) {
  cl_uint count = 0;
  if (clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, 0, nullptr, &count) != CL_SUCCESS) return;
  std::vector<cl_device_id> ids(count);
  check(clGetDeviceIDs(id, CL_DEVICE_TYPE_ALL, count, ids.data(), nullptr), "clGetDeviceIDs");
  for (cl_device_id device : ids) native_roots_.push_back(new Device(*this, device));
  roots_ = native_roots_;
}

NativeContext& Platform::native_context() {
  const std::lock_guard lock(mutex_);
  if (native_context_ == nullptr) native_context_ = new NativeContext(*this);
  return *native_context_;
}

Context& Platform::default_context() {
  NativeContext& native = native_context();
  const std::lock_guard lock(mutex_);
  if (default_context_ == nullptr) {
    std::vector<Ref<Device>> devices;
    for (Device* root : roots_) devices.emplace_back(root);
    default_context_ = new Context(Ref(&native), std::move(devices), {});
  }
  return *default_context_;
}

std::string Platform::text(cl_platform_info what) const {
  size_t bytes = 0;
  check(clGetPlatformInfo(id_, what, 0, nullptr, &bytes), "clGetPlatformInfo");
  std::string text(bytes, '\0');
  check(clGetPlatformInfo(id_, what, bytes, text.data(), nullptr), "clGetPlatformInfo");
  while (!text.empty() && text.back() == '\0') text.pop_back();
  return text;
}

void put_platform_info(const Platform& platform, uint32_t what, const cleave_sycl_sink& sink) {
  enum Number : uint32_t {
#define CLEAVE_PLATFORM_INFO(name, number, type) name = number,
#include "sycl/detail/info.def"
  };
  switch (what) {
    case version:
      return put_text(sink, platform.text(CL_PLATFORM_VERSION));
    case name:
      return put_text(sink, platform.text(CL_PLATFORM_NAME));
    case vendor:
      return put_text(sink, platform.text(CL_PLATFORM_VENDOR));
    case profile:
      return put_text(sink, platform.text(CL_PLATFORM_PROFILE));
    case extensions:
      return put_text(sink, words_as_texts(platform.text(CL_PLATFORM_EXTENSIONS)));
    default:
      fail(Code::invalid, "this libcleave-sycl.so.1 knows less of platforms than the program asks");
  }
}

}  // namespace cleave::sycl

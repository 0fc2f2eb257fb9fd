// Makes contexts.
#include "sycl/context.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "support/failed_command.h"
#include "sycl/failure.h"
#include "sycl/failure_reports.h"
#include "sycl/fork.h"
#include "sycl/program.h"
#include "sycl/unit_registry.h"

namespace cleave::sycl {
namespace {

std::atomic<uint64_t> context_count{0};

std::vector<cl_device_id> ids_of_roots(const Platform& platform) {
  std::vector<cl_device_id> ids;
  for (const Device* root : platform.native_roots()) ids.push_back(root->id());
  return ids;
}

std::vector<cl_device_id> ids_of(const std::vector<Ref<Device>>& devices) {
  std::vector<cl_device_id> ids;
  for (const auto& device : devices) ids.push_back(device->id());
  return ids;
}

bool is_or_holds(const Device& holder, const Device* device) {
  for (; device != nullptr; device = device->parent()) {
    if (device->identity() == holder.identity()) return true;
  }
  return false;
}

}  // namespace

NativeContext::NativeContext(Platform& platform)
    : NativeContext(platform, ids_of_roots(platform)) {}

NativeContext::NativeContext(Platform& platform, const std::vector<Ref<Device>>& devices)
    : NativeContext(platform, ids_of(devices)) {
  static_cast<void>(create());
}

NativeContext::NativeContext(Platform& platform, std::vector<cl_device_id> devices)
    : platform_(platform), number_(++context_count), devices_(std::move(devices)) {}

NativeContext::NativeContext(Platform& platform, cl_context id, cl_device_id device)
    : NativeContext(platform, std::vector<cl_device_id>{device}) {
  note_threads();
  check(clRetainContext(id), "clRetainContext");
  id_ = id;
  is_of_application_ = true;
}

NativeContext::~NativeContext() {
  if (service_queue_ != nullptr) clReleaseCommandQueue(service_queue_);
  if (id_ != nullptr) clReleaseContext(id_);
}

bool NativeContext::tells_of_failures() const {
  return !is_of_application_ &&
         platform_.native_roots().front()->has_extension(support::failed_commands_extension);
}

cl_context NativeContext::create() {
  const std::lock_guard lock(mutex_);
  if (id_ != nullptr) return id_;
  note_threads();
  const cl_context_properties properties[] = {
      CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform_.id()), 0};
  cl_int error = CL_SUCCESS;
  const cl_context made = clCreateContext(properties, static_cast<cl_uint>(devices_.size()),
                                          devices_.data(), hear_of_failure, nullptr, &error);
  check(error, "clCreateContext");
  id_.store(made, std::memory_order_release);
  return made;
}

cl_command_queue NativeContext::service_queue() {
  const cl_context its_id = id();
  const std::lock_guard lock(mutex_);
  if (service_queue_ == nullptr) {
    cl_int error = CL_SUCCESS;
    service_queue_ = clCreateCommandQueueWithProperties(its_id, devices_.front(), nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
  }
  return service_queue_;
}

Context::Context(Ref<NativeContext> native, std::vector<Ref<Device>> devices,
                 const cleave_sycl_async_handler& handler)
    : native_(std::move(native)), devices_(std::move(devices)) {
  handler_.take(handler);
}

Context::~Context() {
  for (const auto& block : spare_scratch_.take_all()) free_scratch(*this, *block);
  if (native_.get() == &platform().native_context()) return;
  // A native context of its own goes when no program is left in it, nor a kernel of a thread.
  forget_programs_in(native_->number());
  end_kernel_generation();
}

bool Context::has_device(const Device& device) const {
  return std::ranges::any_of(devices_,
                             [&](const Ref<Device>& each) { return is_or_holds(*each, &device); });
}

Device& Context::code_device(Device& device) const {
  Device& own = device.slice() ? *device.parent() : device;
  return native_.get() == &platform().native_context() ? own.root() : own;
}

Ref<Context> make_context(std::vector<Ref<Device>> devices,
                          const cleave_sycl_async_handler& handler) {
  if (devices.empty()) fail(Code::invalid, "a context needs a device");
  Platform& platform = devices.front()->platform();
  bool are_shareable = true;
  for (const auto& device : devices) {
    if (&device->platform() != &platform) {
      fail(Code::invalid, "the devices of a context are of one platform");
    }
    are_shareable = are_shareable && (!device->parent() || device->has_parts_in_contexts());
  }
  auto native = are_shareable ? Ref(&platform.native_context())
                              : support::make_ref<NativeContext>(platform, devices);
  return support::make_ref<Context>(std::move(native), std::move(devices), handler);
}

}  // namespace cleave::sycl

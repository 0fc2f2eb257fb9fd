#include "model/context.h"

#include <algorithm>
#include <ranges>

#include "support/error_name.h"

namespace cleave::model {

void AddressMap::insert(void* address, size_t bytes, MemoryObject* owner) {
  const std::scoped_lock lock(mutex_);
  ranges_[static_cast<const std::byte*>(address)] = {bytes, owner};
}

void AddressMap::erase(void* address) {
  const std::scoped_lock lock(mutex_);
  ranges_.erase(static_cast<const std::byte*>(address));
}

MemoryObject* AddressMap::find(const void* address) const {
  const auto* wanted = static_cast<const std::byte*>(address);
  const std::scoped_lock lock(mutex_);
  auto after = ranges_.upper_bound(wanted);
  if (after == ranges_.begin()) return nullptr;
  const auto& [begin, range] = *std::prev(after);
  return static_cast<size_t>(wanted - begin) < range.bytes ? range.owner : nullptr;
}

support::Result<support::Ref<Context>> Context::create(Request request) {
  for (const support::Ref<Device>& device : request.devices) {
    const support::Status started = device->hardware().start(device->resources());
    if (started.ok()) continue;
    if (request.notify != nullptr) {
      const std::string message = "clCreateContext: " + support::error_name(started.code()) +
                                  ": the worker threads of the device cannot be started";
      request.notify(message.c_str(), nullptr, 0, request.user_data);
    }
    return started;
  }
  support::Ref<Context> context = make(std::move(request));
  if (!context) return CL_OUT_OF_HOST_MEMORY;
  return context;
}

Context::Context(Request request) : request_(std::move(request)) {
  for (const support::Ref<Device>& device : devices()) users_.push_back(&device->resources());
}

Context::~Context() {
  for (const auto& callback : std::views::reverse(destructor_callbacks_)) callback(this);
}

bool Context::has_device(const Device& device) const {
  return std::ranges::any_of(devices(), [&](const support::Ref<Device>& passed) {
    return device.is_within(passed.get());
  });
}

void Context::on_destroyed(std::function<void(Context*)> callback) {
  const std::scoped_lock lock(mutex_);
  destructor_callbacks_.push_back(std::move(callback));
}

void Context::notify(const std::string& message) const {
  if (request_.notify == nullptr) return;
  request_.notify(message.c_str(), nullptr, 0, request_.user_data);
}

}  // namespace cleave::model

#include "model/context.h"

#include <algorithm>
#include <ranges>

#include "os/fork.h"
#include "support/error_name.h"

namespace cleave::model {
namespace {

/// Guards the lists of queues of all contexts, since queues are made and go in forked children too.
os::ForkSafeMutex& queues_mutex() {
  static auto& one = *new os::ForkSafeMutex;
  return one;
}

}  // namespace

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
  if (context->memories().size() > most_memories) return CL_OUT_OF_RESOURCES;
  return context;
}

Context::Context(Request request) : request_(std::move(request)), memories_(1) {
  for (const support::Ref<Device>& device : devices()) {
    backend::Hardware& hardware = device->hardware();
    const bool is_shared = hardware.facts().shares_host_memory;
    auto own = std::ranges::find(memories_, &hardware, &ContextMemory::hardware);
    if (own == memories_.end()) {
      if (!is_shared) {
        own = memories_.insert(memories_.end(), {&hardware, {}});
      } else if (memories_[host_memory_index].hardware == nullptr) {
        own = memories_.begin();
        own->hardware = &hardware;
      } else {
        continue;  // the first hardware that shares the host's memory allocates it
      }
    }
    own->users.push_back(&device->resources());
  }
}

uint32_t Context::memory_of(const Device& device) const {
  const backend::Hardware& hardware = device.hardware();
  if (hardware.facts().shares_host_memory) return host_memory_index;
  const auto own = std::ranges::find(memories_, &hardware, &ContextMemory::hardware);
  return static_cast<uint32_t>(own - memories_.begin());
}

bool Context::offers_svm() const {
  return std::ranges::any_of(devices(), [](const support::Ref<Device>& device) {
    const backend::DeviceFacts& facts = device->hardware().facts();
    return facts.shares_host_memory && facts.offers_svm;
  });
}

Context::~Context() {
  for (const auto& callback : std::views::reverse(destructor_callbacks_)) callback(this);
}

bool Context::has_device(const Device& device) const {
  return std::ranges::any_of(devices(), [&](const support::Ref<Device>& passed) {
    return device.is_within(passed.get());
  });
}

support::Result<void*> Context::allocate_addressed(AddressedMemory::Request request) {
  AddressedMemoryRef memory = AddressedMemory::allocate(*this, std::move(request));
  if (!memory) return CL_OUT_OF_HOST_MEMORY;
  void* const pointer = memory->allocation().host_address;
  if (!addresses_.add(std::move(memory))) return CL_OUT_OF_RESOURCES;
  return pointer;
}

void Context::add_queue(const HandleHeader* queue) {
  const std::scoped_lock lock(queues_mutex());
  queues_.push_back(queue);
}

void Context::remove_queue(const HandleHeader* queue) {
  const std::scoped_lock lock(queues_mutex());
  std::erase(queues_, queue);
}

std::vector<const HandleHeader*> Context::queues() const {
  const std::scoped_lock lock(queues_mutex());
  return queues_;
}

void Context::on_destroyed(std::function<void(Context*)> callback) {
  const std::scoped_lock lock(mutex_);
  destructor_callbacks_.push_back(std::move(callback));
}

void Context::notify(const std::string& message, const support::FailedCommand* failed) const {
  if (request_.notify == nullptr) return;
  request_.notify(message.c_str(), failed, failed == nullptr ? 0 : failed->bytes,
                  request_.user_data);
}

}  // namespace cleave::model

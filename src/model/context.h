// Implements contexts (4.4): devices that share memory objects, programs and events.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "model/device.h"
#include "model/handle.h"

namespace cleave::model {

class MemoryObject;

/// Which allocation an address belongs to: map pointers now, shared virtual memory later.
/// Thread-safe.
class AddressMap {
 public:
  void insert(void* address, size_t bytes, MemoryObject* owner);
  void erase(void* address);
  /// The object whose allocation holds `address`, or null.
  [[nodiscard]] MemoryObject* find(const void* address) const;

 private:
  struct Range {
    size_t bytes;
    MemoryObject* owner;
  };
  mutable std::mutex mutex_;
  std::map<const std::byte*, Range> ranges_;
};

using ContextNotify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

class Context : public Object<Context> {
 public:
  struct Request {  // checked arguments of clCreateContext
    Devices devices;
    std::vector<cl_context_properties> properties;  // with its terminator; empty: none given
    ContextNotify notify = nullptr;
    void* user_data = nullptr;
  };
  [[nodiscard]] static support::Result<support::Ref<Context>> create(Request request);

  explicit Context(Request request);
  ~Context();

  /// The devices that were passed, which are those that it names (CL_CONTEXT_DEVICES).
  [[nodiscard]] const Devices& devices() const { return request_.devices; }
  [[nodiscard]] const std::vector<cl_context_properties>& properties() const {
    return request_.properties;
  }
  /// True when queues and programs of the context may use the device: it is one of those passed or
  /// a part of one (cl_ext_device_fission, where the core specification wants it to be passed).
  [[nodiscard]] bool has_device(const Device& device) const;
  /// The hardware that memory objects of this context are allocated on.
  [[nodiscard]] backend::Device& hardware() const { return devices().front()->hardware(); }
  /// The devices, as those who are going to use its memory objects.
  [[nodiscard]] backend::Device::Users users() const { return users_; }
  [[nodiscard]] AddressMap& addresses() { return addresses_; }

  /// clSetContextDestructorCallback: called in reverse order when the context is destroyed.
  void on_destroyed(std::function<void(Context*)> callback);
  /// True when the application wants to hear of errors: only then is a message worth composing.
  [[nodiscard]] bool is_notified() const { return request_.notify != nullptr; }
  /// Tells the application through its notification function, if it gave one. No lock is held. Any
  /// thread may call it, several at once: the function is to be thread-safe (4.4).
  void notify(const std::string& message) const;

 private:
  Request request_;
  std::vector<const backend::ResourceSet*> users_;  // which the devices keep
  AddressMap addresses_;
  std::mutex mutex_;
  std::vector<std::function<void(Context*)>> destructor_callbacks_;
};

}  // namespace cleave::model

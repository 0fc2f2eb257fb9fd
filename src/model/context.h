// Implements contexts (4.4): devices that share memory objects, programs and events.
#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "model/address_table.h"
#include "model/device.h"
#include "model/handle.h"
#include "support/failed_command.h"

namespace cleave::model {

/// Memory that objects of a context may be in: that of the host, or that of hardware which has its
/// own.
struct ContextMemory {
  backend::Hardware* hardware = nullptr;  // allocates it; nullptr: no device shares the host's
  std::vector<const backend::ResourceSet*> users;  // of that hardware, which the devices keep
};
/// The index of the host's memory among those of a context.
constexpr uint32_t host_memory_index = 0;
/// The most memories that a context may have.
constexpr uint32_t most_memories = 64;

using ContextNotify = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

class Context : public ClObject<Context> {
 public:
  struct Request {  // checked arguments of clCreateContext
    Devices devices;
    std::vector<cl_context_properties> properties;  // with its terminator; empty: none given
    ContextNotify notify = nullptr;
    void* user_data = nullptr;
  };
  /// CL_OUT_OF_RESOURCES when a device cannot be started, or when there are more memories than
  /// most_memories.
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
  /// The host's memory, and after it that of each hardware of its devices that has its own.
  [[nodiscard]] const std::vector<ContextMemory>& memories() const { return memories_; }
  /// Returns where the device finds its objects, as an index of memories(). Precondition:
  /// has_device().
  [[nodiscard]] uint32_t memory_of(const Device& device) const;
  /// True when all its devices, and the host, find objects in the same memory: nothing is ever
  /// copied.
  [[nodiscard]] bool has_one_memory() const { return memories_.size() == 1; }
  /// True when a device of the context finds the memory of the host at the host's own addresses:
  /// there is addressed memory then.
  [[nodiscard]] bool shares_addresses() const {
    return memories_[host_memory_index].hardware != nullptr;
  }
  /// True when one of these devices has shared virtual memory.
  [[nodiscard]] bool offers_svm() const;
  [[nodiscard]] AddressTable& addresses() { return addresses_; }
  [[nodiscard]] const AddressTable& addresses() const { return addresses_; }

  /// Allocates addressed memory that the table keeps until it is taken out. CL_OUT_OF_HOST_MEMORY;
  /// CL_OUT_OF_RESOURCES in a forked child. Precondition: shares_addresses().
  [[nodiscard]] support::Result<void*> allocate_addressed(AddressedMemory::Request request);

  /// The queues of the context, by their handles: they have been made and have not gone.
  void add_queue(const HandleHeader* queue);
  void remove_queue(const HandleHeader* queue);
  [[nodiscard]] std::vector<const HandleHeader*> queues() const;

  /// clSetContextDestructorCallback: called in reverse order when the context is destroyed.
  void on_destroyed(std::function<void(Context*)> callback);
  /// True when the application wants to hear of errors: only then is a message worth composing.
  [[nodiscard]] bool is_notified() const { return request_.notify != nullptr; }
  /// Tells the application through its notification function, if it gave one. No lock is held. Any
  /// thread may call it, several at once: the function is to be thread-safe (4.4). `failed` is what
  /// the message is about; null: no command.
  void notify(const std::string& message, const support::FailedCommand* failed = nullptr) const;

 private:
  Request request_;
  std::vector<ContextMemory> memories_;
  AddressTable addresses_;
  std::vector<const HandleHeader*> queues_;
  std::mutex mutex_;
  std::vector<std::function<void(Context*)>> destructor_callbacks_;
};

}  // namespace cleave::model

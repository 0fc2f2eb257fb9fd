// Holds buffers: where their contents are, and which commands use them (SYCL 2020, 4.7.2).
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "sycl/context.h"
#include "sycl/event.h"
#include "sycl/object.h"

namespace cleave::sycl {

/// Bits of CLEAVE_SYCL_ACCESS_*.
using AccessMode = uint32_t;

/// Thread-safe, where nothing else is said.
class Buffer final : public Object {
 public:
  explicit Buffer(const cleave_sycl_buffer_request& request);
  /// Waits for all commands, and brings the contents back.
  ~Buffer() override;

  void set_write_back(bool is_on);
  /// Takes over what the contents go to at the end.
  void set_final_data(const cleave_sycl_final_data& final_data);

  /// Returns where a kernel on the device finds the contents. Fails with errc::feature_not_supported where
  /// devices have no addresses for buffers.
  [[nodiscard]] cl_ulong address(NativeContext& context, const Device& device, AccessMode mode);

  // A submission locks its buffers, in the order of their addresses; then it begins and ends the use
  // of each.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  /// Brings the contents to the queue's context, and adds what the command waits for. Precondition:
  /// it is locked, as for what follows.
  void begin_use(Queue& queue, AccessMode mode, WaitList& waits, std::vector<Ref<Event>>& events);
  void end_use(NativeContext& context, AccessMode mode, Ref<Event> event);

  /// The host gets this: an address, and what ends the access.
  struct HostUse {
    void* address = nullptr;
    cl_mem mapped = nullptr;  // to be unmapped; null: nothing is
    Ref<NativeContext> context;
    Ref<HostEvent> event;
  };
  /// Waits for commands in conflict. Those that come later wait for the event.
  [[nodiscard]] HostUse begin_host_use(AccessMode mode);

 private:
  /// The buffer in a context of OpenCL.
  struct Storage {
    Ref<NativeContext> context;
    cl_mem id = nullptr;
    std::vector<cl_device_id> devices;  // of the context
    std::vector<cl_ulong> addresses;    // on each of these
    bool is_current = false;
  };

  [[nodiscard]] Storage& storage_in(NativeContext& context);
  [[nodiscard]] Storage* current_storage();
  void bring_to(Storage& storage);
  void prepare_to_write();
  void add_conflicts(AccessMode mode, std::vector<Ref<Event>>& events);
  void note_use(AccessMode mode, Ref<Event> event);
  void wait_for_all();
  void finish();
  void release(std::vector<Storage>& storages);

  const size_t bytes_;
  void* host_;  // the memory that the contents come from; null: none
  bool is_constant_;
  bool is_write_back_;
  cleave_sycl_box keeper_;
  cleave_sycl_final_data final_data_{};
  std::unique_ptr<std::byte[]> copy_;  // of constant memory, which a command writes to

  std::mutex mutex_;
  std::vector<Storage> storages_;
  std::vector<Storage> retired_;     // of the constant memory, for commands that still read it
  Ref<Event> writer_;                // the last one
  std::vector<Ref<Event>> readers_;  // since the last writer
  bool is_written_ = false;
};

/// The host's access to a buffer, until the last reference goes (SYCL 2020, 4.7.6.10).
class HostAccess final : public Object {
 public:
  HostAccess(Ref<Buffer> buffer, AccessMode mode);
  ~HostAccess() override;
  [[nodiscard]] void* address() const { return use_.address; }

 private:
  Ref<Buffer> buffer_;
  Buffer::HostUse use_;
};

}  // namespace cleave::sycl

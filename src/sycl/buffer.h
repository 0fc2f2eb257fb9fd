// Holds buffers: where their contents are, and which commands use them (SYCL 2020, 4.7.2).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sycl/context.h"
#include "sycl/event.h"
#include "sycl/host_copy.h"
#include "sycl/object.h"

namespace cleave::sycl {

/// Bits of CLEAVE_SYCL_ACCESS_*.
using AccessMode = uint32_t;

/// Thread-safe, where nothing else is said.
class Buffer final : public Object {
 public:
  explicit Buffer(const cleave_sycl_buffer_request& request);
  /// Makes an image: a buffer of so many bytes, which are texels.
  Buffer(const cleave_sycl_buffer_request& request, const cleave_sycl_image_shape& shape,
         size_t bytes);
  /// Stands for a buffer of the application in a context, which it retains and has mapped as long as it lives. Commands
  /// wait for `available`, unless that is null.
  Buffer(NativeContext& context, cl_mem native, size_t bytes, Event* available);
  /// Stands for an image likewise, whose shape gets the pitches that it is mapped with.
  Buffer(NativeContext& context, cl_mem native, cleave_sycl_image_shape& shape, Event* available);
  /// Waits for all commands, and brings the contents back.
  ~Buffer() override;

  [[nodiscard]] size_t bytes() const { return bytes_; }
  [[nodiscard]] bool is_image() const { return image_.has_value(); }
  void set_write_back(bool is_on);
  /// Takes over what the contents go to at the end.
  void set_final_data(const cleave_sycl_final_data& final_data);

  /// Returns where a command of the queue finds the contents. Where devices have no addresses for buffers it fails with
  /// errc::feature_not_supported; for a host task it returns null then. Fails with errc::invalid where commands of the
  /// queue's context may not use the buffer.
  [[nodiscard]] void* address(const Queue& queue, AccessMode mode);

  // A submission locks its buffers, in the order of their addresses; then it begins and ends the use
  // of each.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  /// Starts a copy of the contents to the queue's context, where they are elsewhere, and adds what the command waits for.
  /// Waits for nothing. Returns where the queue's device finds them, or 0 where it has no addresses for buffers.
  /// Precondition: it is locked, as for what follows.
  [[nodiscard]] cl_ulong begin_use(Queue& queue, AccessMode mode, WaitList& waits);
  /// Adds what the command waits for to its event's list, before end_use() for that event: a command that writes is the
  /// last that needs them here, and takes them out of the buffer.
  void take_conflicts(const Queue& queue, AccessMode mode, EventList& events);
  void end_use(const NativeContext* context, AccessMode mode, Ref<Event> event);
  /// OpenCL's buffer in a context where this one is in use. Precondition: it is locked.
  [[nodiscard]] cl_mem memory_in(NativeContext& context);
  /// The object of OpenCL that the application gets: an image, where this is one. Precondition: it is locked.
  [[nodiscard]] cl_mem native_in(NativeContext& context);
  /// The objects of OpenCL, one for each context where it is in use; that with the current contents first. Each is
  /// retained for the caller.
  [[nodiscard]] std::vector<cl_mem> retained_natives();
  /// Whether it was made with memory of the host that its contents may go to.
  [[nodiscard]] bool has_host_memory() const {
    return host_ != nullptr && !is_constant_ && copy_.data() == nullptr;
  }

  /// The user's mutex, for commands that use the memory of the host; its `state` is null where there is none.
  [[nodiscard]] const cleave_sycl_mutex& mutex() const { return host_mutex_; }
  /// The memory that a mutex guards, which has the contents while the mutex is not locked; null: there is none.
  /// Precondition: the buffer is locked.
  [[nodiscard]] void* memory_of_host() const { return has_host_memory() ? host_ : nullptr; }
  // The destructor waits for those that hold the mutex.
  void begin_hold();
  void end_hold();

  // A host task maps the contents for as long as it runs: `memory` is what it got when it was submitted. Several
  // that read may do so at once.
  void map_for_task(NativeContext& context, cl_mem memory, AccessMode mode);
  void unmap_for_task() noexcept;
  /// Holds the address of the contents while they are mapped.
  [[nodiscard]] void* const* task_address() const { return &task_address_; }

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
    cl_mem image = nullptr;  // of an image: one of the same memory, from its first use on
    std::vector<cl_device_id> devices;  // of the context
    std::vector<cl_ulong> addresses;    // on each of these
    bool is_current = false;            // or will be, when `arrival` has ended
    Ref<Event> arrival;  // brings the contents from another context; null: nothing does
  };

  /// The address at which a device finds the contents in a context: nearly every use asks for the same one as that before it.
  struct Place {
    uint64_t context;
    uint64_t device;
    cl_ulong address;
    size_t storage;    // its index
    bool is_constant;  // the memory is not for commands that write
    [[nodiscard]] bool suits(const NativeContext& of, const Device& on, AccessMode mode) const {
      return context == of.number() && device == on.number() &&
             !(is_constant && (mode & CLEAVE_SYCL_ACCESS_WRITE) != 0);
    }
  };

  /// A buffer of the application. Its storage is a second buffer of the same memory, which has addresses.
  struct Native {
    cl_mem id = nullptr;
    Ref<NativeContext> context;
    cl_command_queue queue = nullptr;  // its own: others need not wait for the application's event
    void* mapped = nullptr;
    void release() noexcept;
  };

  template <class Map, class Bytes>
  void adopt(NativeContext& context, cl_mem native, Event* available, const Map& map,
             const Bytes& bytes);
  void add_storage(NativeContext& context, void* host);
  [[nodiscard]] Storage& storage_in(NativeContext& context);
  [[nodiscard]] Storage* current_storage();
  void bring_to(Storage& storage);
  /// Adds the event that a command in this storage waits for beside commands in conflict.
  static void add_arrival(const Storage& storage, std::vector<Ref<Event>>& events);
  void prepare_to_write();
  void check_context(const Context& context) const;
  [[nodiscard]] cl_ulong find_address(NativeContext& context, const Device& device,
                                      AccessMode mode);
  [[nodiscard]] const Place& place_in(NativeContext& context, const Device& device,
                                      AccessMode mode);
  [[nodiscard]] const Place& add_place(NativeContext& context, const Device& device);
  /// Calls `function(event)` for what a use of the contents comes after.
  template <class Function>
  void for_each_conflict(AccessMode mode, const Function& function) {
    if (writer_) function(writer_);
    if ((mode & CLEAVE_SYCL_ACCESS_WRITE) == 0) return;
    for (const Ref<Event>& reader : readers_) function(reader);
  }
  void note_use(AccessMode mode, Ref<Event> event);
  [[nodiscard]] bool shares_by_mutex() const {
    return host_mutex_.state != nullptr && has_host_memory();
  }
  [[nodiscard]] NativeContext& any_context() const;
  void wait_for_all();
  void finish();
  void release(std::vector<Storage>& storages);

  size_t bytes_;  // immutable behind the constructor
  void* host_;    // the memory that the contents come from; null: none
  bool is_constant_;
  bool is_write_back_;
  cleave_sycl_box keeper_;
  Ref<Context> bound_;  // whose commands alone may use it; null: any
  cleave_sycl_mutex host_mutex_{};
  cleave_sycl_final_data final_data_{};
  bool has_destination_ = false;  // the user has said where the contents go
  HostCopy copy_;                 // of constant memory, which a command writes to

  Native native_;
  std::optional<cleave_sycl_image_shape> image_;  // immutable; of an image

  std::mutex mutex_;
  std::vector<Storage> storages_;
  std::vector<Storage> retired_;  // of the constant memory, for commands that still read it
  std::vector<std::unique_ptr<const Place>> places_, retired_places_;
  /// The last one that was asked for. Publication of an immutable object by a pointer, release and acquire; what was
  /// published lives as long as the buffer. Changed under the mutex.
  std::atomic<const Place*> last_place_{nullptr};
  Ref<Event> writer_;                // the last one
  std::vector<Ref<Event>> readers_;  // since the last writer
  // So many are kept before those that have ended are looked for: more where few have.
  static constexpr size_t least_readers = 16;
  size_t most_readers_ = least_readers;
  bool is_written_ = false;

  std::mutex hold_mutex_;
  std::condition_variable hold_ended_;
  int holds_ = 0;

  std::mutex task_mutex_;
  int task_count_ = 0;  // of host tasks that have it mapped
  void* task_address_ = nullptr;
  cl_mem task_memory_ = nullptr;
  Ref<NativeContext> task_context_;
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

// Implements memory objects: buffers and sub-buffers (5.2), images (5.3), pipes (5.4).
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "model/context.h"
#include "model/handle.h"
#include "model/memory/image.h"
#include "model/memory/memory_region.h"
#include "model/memory/pipe.h"
#include "model/memory/storage.h"
#include "support/newer_cl.h"

namespace cleave::model::memory {

class MemoryObject : public ClObject<MemoryObject> {
 public:
  struct Request {  // checked arguments of clCreateBuffer(WithProperties), …SubBuffer, …Image,
                    // …Pipe
    support::Ref<Context> context;
    // Resolved: access always one of them, or what is immutable.
    cl_mem_flags flags = CL_MEM_READ_WRITE;
    size_t size = 0;               // as CL_MEM_SIZE reports it
    void* host_pointer = nullptr;  // as CL_MEM_HOST_PTR reports it
    std::vector<cl_mem_properties> properties;
    support::Ref<MemoryObject> parent;  // whose memory it is: of sub-buffers, of some images
    size_t origin = 0;                  // in the storage
    /// The memory that the host pointer points into (clSVMAlloc), where it is used; null: other
    /// memory.
    AddressedMemoryRef svm;
    /// It has an address on each device that never changes (CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT).
    bool has_device_address = false;
    PipeShape pipe;
    ImageShape image;
  };
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory for it on the context's first device.
  /// Copies from host_pointer for CL_MEM_COPY_HOST_PTR, unless the object has a parent.
  [[nodiscard]] static support::Result<support::Ref<MemoryObject>> create(Request request);

  explicit MemoryObject(Request request);
  ~MemoryObject();

  [[nodiscard]] Context& context() const { return *request_.context; }
  [[nodiscard]] cl_mem_object_type type() const {
    if (is_image()) return request_.image.type;
    return request_.pipe.most_packets == 0 ? CL_MEM_OBJECT_BUFFER : CL_MEM_OBJECT_PIPE;
  }
  [[nodiscard]] bool is_image() const { return request_.image.type != 0; }
  [[nodiscard]] cl_mem_flags flags() const { return request_.flags; }
  /// True if nobody may change the contents (cl_ext_immutable_memory_objects).
  [[nodiscard]] bool is_immutable() const {
    return (request_.flags & support::mem_immutable_ext) != 0;
  }
  /// True if kernels may only read it, whatever their arguments say.
  [[nodiscard]] bool is_read_only() const {
    return (request_.flags & CL_MEM_READ_ONLY) != 0 || is_immutable();
  }
  [[nodiscard]] size_t size() const { return request_.size; }
  /// Bytes of its contents in the storage: those between the rows of an image too.
  [[nodiscard]] size_t contents_bytes() const { return contents_bytes_; }
  [[nodiscard]] void* host_pointer() const { return request_.host_pointer; }
  [[nodiscard]] const PipeShape& pipe() const { return request_.pipe; }
  [[nodiscard]] const ImageShape& image() const { return request_.image; }
  [[nodiscard]] const std::vector<cl_mem_properties>& properties() const {
    return request_.properties;
  }
  [[nodiscard]] MemoryObject* parent() const { return request_.parent.get(); }
  [[nodiscard]] size_t origin() const { return request_.origin; }
  /// True when the memory was allocated for this object or its buffer, not given by the
  /// application.
  [[nodiscard]] bool owns_memory() const { return (request_.flags & CL_MEM_USE_HOST_PTR) == 0; }
  /// The shared virtual memory that it lies in; null: other memory.
  [[nodiscard]] const AddressedMemory* addressed_memory() const {
    return request_.parent ? request_.parent->addressed_memory() : request_.svm.get();
  }
  [[nodiscard]] bool has_device_address() const { return request_.has_device_address; }
  /// Returns the storage of the contents, those of the parents included: the object's own begin at
  /// origin().
  [[nodiscard]] Storage& storage() const {
    return request_.parent ? request_.parent->storage() : *storage_;
  }
  /// Returns where the host finds the contents after a command that makes them current there.
  /// Precondition: storage() has memory of the host.
  [[nodiscard]] std::byte* host_address() const {
    return storage().allocation(host_memory_index).host_address + origin();
  }
  /// Returns where commands in that memory of the context find the contents once they have started.
  [[nodiscard]] uint64_t device_address(uint32_t memory) const {
    return storage().allocation(memory).device_address + origin();
  }
  /// Returns the value that stands for the object in the argument block of a kernel that finds its
  /// contents in that memory: their address, or that of an image's descriptor, once the command has
  /// started.
  [[nodiscard]] uint64_t argument(uint32_t memory) noexcept;

  [[nodiscard]] uint32_t map_count() const;
  /// Counts a mapping of a region of the object and gives its pointer; `release_map` is its
  /// opposite and gives false for a pointer that no mapping returned. CL_INVALID_OPERATION when the
  /// region is to be written and overlaps one that is mapped for writing, of this object or of
  /// another with the same storage (5.5.3); CL_MAP_FAILURE when the host has no memory for it.
  [[nodiscard]] support::Result<void*> add_map(const MemoryRegion& region, bool is_written);
  [[nodiscard]] bool has_map(const void* pointer) const;
  bool release_map(const void* pointer);

  /// clSetMemObjectDestructorCallback: called in reverse order before the memory goes.
  void on_destroyed(std::function<void(MemoryObject*)> callback);
  /// True when such a function would be called with the last reference to the object: one of its
  /// own, or of a parent that the application has let go of.
  [[nodiscard]] bool calls_back_at_end() const;

 private:
  struct Map {
    const MemoryObject* object;
    const void* pointer;
    MemoryRegion region;  // of the storage
    bool is_written;
  };
  /// The object that the storage belongs to: the buffer of a sub-buffer. It keeps the mappings of
  /// all that share it.
  [[nodiscard]] MemoryObject& keeper() {
    return request_.parent ? request_.parent->keeper() : *this;
  }
  [[nodiscard]] const MemoryObject& keeper() const {
    return const_cast<MemoryObject*>(this)->keeper();
  }

  /// Gives the object memory and its initial contents; false when there is no memory.
  [[nodiscard]] bool allocate();
  /// Copies what host_pointer points to to where the host finds the contents.
  void copy_from_host();
  /// Gives it memory on every device, and lets its context find it there.
  [[nodiscard]] bool take_addresses();

  Request request_;
  const size_t contents_bytes_;
  std::vector<AddressedMemoryRef> addresses_;  // in the table of the context
  std::unique_ptr<Storage> storage_;           // null: it has a parent, whose storage it uses
  /// Holds an image's descriptors, one for each memory of the context, written once its address is
  /// known, under the mutex; kernels read them from the host's memory. The flag is a release, and
  /// its reader an acquire: a thread that sees the flag sees the descriptor.
  struct Descriptors {
    std::unique_ptr<std::byte[]> bytes;
    std::unique_ptr<std::atomic<bool>[]> are_written;
  };
  Descriptors descriptors_;
  mutable std::mutex mutex_;
  std::vector<Map> maps_;
  std::vector<std::function<void(MemoryObject*)>> destructor_callbacks_;
};

}  // namespace cleave::model::memory

// Implements memory objects (5.2): buffers and sub-buffers.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "model/context.h"
#include "model/handle.h"

namespace cleave::model {

class MemoryObject : public Object<MemoryObject> {
 public:
  struct Request {  // checked arguments of clCreateBuffer(WithProperties) or clCreateSubBuffer
    support::Ref<Context> context;
    cl_mem_flags flags = CL_MEM_READ_WRITE;  // resolved: access and host access always one of them
    size_t size = 0;
    void* host_pointer = nullptr;  // as CL_MEM_HOST_PTR reports it
    std::vector<cl_mem_properties> properties;
    support::Ref<MemoryObject> parent;  // of a sub-buffer
    size_t origin = 0;                  // in the parent
  };
  /// CL_MEM_OBJECT_ALLOCATION_FAILURE when there is no memory for it. Copies from host_pointer for
  /// CL_MEM_COPY_HOST_PTR.
  [[nodiscard]] static support::Result<support::Ref<MemoryObject>> create(Request request);

  explicit MemoryObject(Request request);
  ~MemoryObject();

  [[nodiscard]] Context& context() const { return *request_.context; }
  [[nodiscard]] cl_mem_object_type type() const { return CL_MEM_OBJECT_BUFFER; }
  [[nodiscard]] cl_mem_flags flags() const { return request_.flags; }
  [[nodiscard]] size_t size() const { return request_.size; }
  [[nodiscard]] void* host_pointer() const { return request_.host_pointer; }
  [[nodiscard]] const std::vector<cl_mem_properties>& properties() const {
    return request_.properties;
  }
  [[nodiscard]] MemoryObject* parent() const { return request_.parent.get(); }
  [[nodiscard]] size_t origin() const { return request_.origin; }
  /// True when the memory was allocated for this object or its buffer, not given by the
  /// application.
  [[nodiscard]] bool owns_memory() const { return (request_.flags & CL_MEM_USE_HOST_PTR) == 0; }
  /// Where the contents are, for commands that run on the host's processors.
  [[nodiscard]] std::byte* address() const { return address_; }

  [[nodiscard]] uint32_t map_count() const;
  /// Counts a mapping of [offset, offset + bytes) and gives its pointer; `release_map` is its
  /// opposite and gives false for a pointer that no mapping returned. CL_INVALID_OPERATION when the
  /// region is to be written and overlaps one that is mapped for writing, of this object or of
  /// another with the same storage (5.5.3).
  [[nodiscard]] support::Result<void*> add_map(size_t offset, size_t bytes, bool is_written);
  [[nodiscard]] bool has_map(const void* pointer) const;
  bool release_map(const void* pointer);

  /// clSetMemObjectDestructorCallback: called in reverse order before the memory goes.
  void on_destroyed(std::function<void(MemoryObject*)> callback);

 private:
  struct Map {
    const MemoryObject* object;
    const void* pointer;
    size_t begin;  // in the storage
    size_t end;
    bool is_written;
  };
  /// The object that the storage belongs to: the buffer of a sub-buffer. It keeps the mappings of
  /// all that share it.
  [[nodiscard]] MemoryObject& storage() { return request_.parent ? *request_.parent : *this; }
  [[nodiscard]] const MemoryObject& storage() const {
    return const_cast<MemoryObject*>(this)->storage();
  }

  Request request_;
  std::byte* address_ = nullptr;
  bool is_allocated_ = false;  // for this object: neither the application's nor the parent's
  mutable std::mutex mutex_;
  std::vector<Map> maps_;
  std::vector<std::function<void(MemoryObject*)>> destructor_callbacks_;
};

}  // namespace cleave::model

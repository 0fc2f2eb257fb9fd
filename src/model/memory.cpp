#include "model/memory.h"

#include <algorithm>
#include <cstring>
#include <ranges>

namespace cleave::model {

namespace {

/// The largest built-in type (long16, double16) has 128 bytes; a page keeps large buffers of
/// different devices off each other's pages, which first touch places.
constexpr size_t smallest_alignment = 128;
constexpr size_t page_bytes = 4096;

size_t alignment_for(size_t bytes) {
  return bytes < page_bytes ? smallest_alignment : page_bytes;
}

}  // namespace

support::Result<support::Ref<MemoryObject>> MemoryObject::create(Request request) {
  support::Ref<MemoryObject> object = make(std::move(request));
  if (!object) return CL_OUT_OF_HOST_MEMORY;
  if (object->placement_.address == nullptr) return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  if ((object->flags() & CL_MEM_COPY_HOST_PTR) != 0 && !object->request_.parent) {
    std::memcpy(object->address(), object->host_pointer(), object->size());
  }
  return object;
}

MemoryObject::MemoryObject(Request request) : request_(std::move(request)) {
  placement_.bytes = request_.size;
  if (request_.parent) {
    placement_.address = request_.parent->address() + request_.origin;
    placement_.owned = false;
  } else if ((request_.flags & CL_MEM_USE_HOST_PTR) != 0) {
    placement_.address = static_cast<std::byte*>(request_.host_pointer);
    placement_.owned = false;
  } else {
    void* memory = context().hardware().allocate(size(), alignment_for(size()));
    placement_.address = static_cast<std::byte*>(memory);
    placement_.owned = memory != nullptr;
    if (placement_.owned) context().addresses().insert(memory, size(), this);
  }
}

MemoryObject::~MemoryObject() {
  for (const auto& callback : std::views::reverse(destructor_callbacks_)) callback(this);
  if (!placement_.owned) return;
  context().addresses().erase(placement_.address);
  context().hardware().deallocate(placement_.address, placement_.bytes);
}

uint32_t MemoryObject::map_count() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<uint32_t>(maps_.size());
}

void* MemoryObject::add_map(size_t offset, size_t bytes) {
  static_cast<void>(bytes);  // the whole object is mapped for as long as it lives
  void* pointer = address() + offset;
  const std::scoped_lock lock(mutex_);
  maps_.push_back(pointer);
  return pointer;
}

bool MemoryObject::has_map(const void* pointer) const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::find(maps_, pointer) != maps_.end();
}

bool MemoryObject::release_map(const void* pointer) {
  const std::scoped_lock lock(mutex_);
  const auto map = std::ranges::find(maps_, pointer);
  if (map == maps_.end()) return false;
  maps_.erase(map);
  return true;
}

void MemoryObject::on_destroyed(std::function<void(MemoryObject*)> callback) {
  const std::scoped_lock lock(mutex_);
  destructor_callbacks_.push_back(std::move(callback));
}

}  // namespace cleave::model

#include "model/memory/memory.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <string>

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
  if (object->address_ == nullptr) {
    object->context().notify(
        "clCreateBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE: no memory for a buffer of " +
        std::to_string(object->size()) + " bytes");
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  // Not while it is made: when this throws there is an object whose end gives its memory back.
  if (object->is_allocated_) {
    object->context().addresses().insert(object->address(), object->size(), object.get());
  }
  if ((object->flags() & CL_MEM_COPY_HOST_PTR) != 0 && !object->request_.parent) {
    std::memcpy(object->address(), object->host_pointer(), object->size());
  }
  return object;
}

MemoryObject::MemoryObject(Request request) : request_(std::move(request)) {
  if (request_.parent) {
    address_ = request_.parent->address() + request_.origin;
  } else if ((request_.flags & CL_MEM_USE_HOST_PTR) != 0) {
    address_ = static_cast<std::byte*>(request_.host_pointer);
  } else {
    void* memory = context().hardware().allocate(size(), alignment_for(size()), context().users());
    address_ = static_cast<std::byte*>(memory);
    is_allocated_ = memory != nullptr;
  }
}

MemoryObject::~MemoryObject() {
  for (const auto& callback : std::views::reverse(destructor_callbacks_)) callback(this);
  if (request_.parent) {
    MemoryObject& keeper = storage();
    const std::scoped_lock lock(keeper.mutex_);
    std::erase_if(keeper.maps_, [this](const Map& map) { return map.object == this; });
  }
  if (!is_allocated_) return;
  context().addresses().erase(address_);
  context().hardware().deallocate(address_, size(), context().users());
}

uint32_t MemoryObject::map_count() const {
  const MemoryObject& keeper = storage();
  const std::scoped_lock lock(keeper.mutex_);
  return static_cast<uint32_t>(std::ranges::count(keeper.maps_, this, &Map::object));
}

support::Result<void*> MemoryObject::add_map(size_t offset, size_t bytes, bool is_written) {
  Map map{this, address() + offset, origin() + offset, origin() + offset + bytes, is_written};
  MemoryObject& keeper = storage();
  const std::scoped_lock lock(keeper.mutex_);
  const auto collides = [&](const Map& other) {
    return other.is_written && other.begin < map.end && map.begin < other.end;
  };
  if (is_written && std::ranges::any_of(keeper.maps_, collides)) return CL_INVALID_OPERATION;
  keeper.maps_.push_back(map);
  return static_cast<void*>(address() + offset);
}

bool MemoryObject::has_map(const void* pointer) const {
  const MemoryObject& keeper = storage();
  const std::scoped_lock lock(keeper.mutex_);
  return std::ranges::any_of(
      keeper.maps_, [&](const Map& map) { return map.object == this && map.pointer == pointer; });
}

bool MemoryObject::release_map(const void* pointer) {
  MemoryObject& keeper = storage();
  const std::scoped_lock lock(keeper.mutex_);
  const auto is_it = [&](const Map& map) { return map.object == this && map.pointer == pointer; };
  // A pointer does not tell mappings for reading and writing apart. Those for writing go first: no
  // later mapping is then refused that should not be.
  auto map = std::ranges::find_if(keeper.maps_,
                                  [&](const Map& each) { return is_it(each) && each.is_written; });
  if (map == keeper.maps_.end()) map = std::ranges::find_if(keeper.maps_, is_it);
  if (map == keeper.maps_.end()) return false;
  keeper.maps_.erase(map);
  return true;
}

void MemoryObject::on_destroyed(std::function<void(MemoryObject*)> callback) {
  const std::scoped_lock lock(mutex_);
  destructor_callbacks_.push_back(std::move(callback));
}

}  // namespace cleave::model

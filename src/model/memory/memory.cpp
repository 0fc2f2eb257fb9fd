#include "model/memory/memory.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <string>

namespace cleave::model {

support::Result<support::Ref<MemoryObject>> MemoryObject::create(Request request) {
  support::Ref<MemoryObject> object = make(std::move(request));
  if (!object) return CL_OUT_OF_HOST_MEMORY;
  if (!object->allocate()) {
    const bool is_pipe = object->type() == CL_MEM_OBJECT_PIPE;
    object->context().notify(std::string(is_pipe ? "clCreatePipe" : "clCreateBuffer") +
                             ": CL_MEM_OBJECT_ALLOCATION_FAILURE: no memory for a " +
                             (is_pipe ? "pipe" : "buffer") + " of " +
                             std::to_string(object->size()) + " bytes");
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  return object;
}

MemoryObject::MemoryObject(Request request) : request_(std::move(request)) {
  if (request_.parent) return;
  void* const of_application = owns_memory() ? nullptr : request_.host_pointer;
  storage_ = std::make_unique<Storage>(context(), size(), of_application);
}

bool MemoryObject::allocate() {
  if (request_.parent) return true;
  if (!storage_->allocate(context().memory_of(*context().devices().front()))) return false;
  if (has_device_address() && !take_addresses()) return false;
  const bool is_pipe = type() == CL_MEM_OBJECT_PIPE;
  if ((flags() & CL_MEM_COPY_HOST_PTR) == 0 && !is_pipe) return true;
  if (!storage_->allocate(host_memory_index)) return false;
  if (is_pipe) {
    make_empty_pipe(host_address(), pipe());
  } else {
    std::memcpy(host_address(), host_pointer(), size());
  }
  storage_->set_from_host();
  return true;
}

bool MemoryObject::take_addresses() {
  for (const support::Ref<Device>& device : context().devices()) {
    const uint32_t memory = context().memory_of(*device);
    if (!storage_->allocate(memory)) return false;
    const backend::Allocation& allocation = storage_->allocation(memory);
    // Memory of another device that is the same, or addressed memory that the buffer lies in.
    if (context().addresses().find(allocation.device_address)) continue;
    addresses_.reserve(addresses_.size() + 1);
    auto range = std::make_shared<AddressedMemory>(Slab::header(this), allocation);
    if (!context().addresses().add(range)) return false;
    addresses_.push_back(std::move(range));
  }
  return true;
}

MemoryObject::~MemoryObject() {
  for (const auto& callback : std::views::reverse(destructor_callbacks_)) callback(this);
  for (const AddressedMemoryRef& range : addresses_) context().addresses().remove(*range);
  if (!request_.parent) return;
  MemoryObject& with_maps = keeper();
  const std::scoped_lock lock(with_maps.mutex_);
  std::erase_if(with_maps.maps_, [this](const Map& map) { return map.object == this; });
}

uint32_t MemoryObject::map_count() const {
  const MemoryObject& with_maps = keeper();
  const std::scoped_lock lock(with_maps.mutex_);
  return static_cast<uint32_t>(std::ranges::count(with_maps.maps_, this, &Map::object));
}

support::Result<void*> MemoryObject::add_map(size_t offset, size_t bytes, bool is_written) {
  if (!storage().allocate(host_memory_index)) return CL_MAP_FAILURE;
  Map map{this, host_address() + offset, origin() + offset, origin() + offset + bytes, is_written};
  MemoryObject& with_maps = keeper();
  const std::scoped_lock lock(with_maps.mutex_);
  const auto collides = [&](const Map& other) {
    return other.is_written && other.begin < map.end && map.begin < other.end;
  };
  if (is_written && std::ranges::any_of(with_maps.maps_, collides)) return CL_INVALID_OPERATION;
  with_maps.maps_.push_back(map);
  return static_cast<void*>(host_address() + offset);
}

bool MemoryObject::has_map(const void* pointer) const {
  const MemoryObject& with_maps = keeper();
  const std::scoped_lock lock(with_maps.mutex_);
  return std::ranges::any_of(with_maps.maps_, [&](const Map& map) {
    return map.object == this && map.pointer == pointer;
  });
}

bool MemoryObject::release_map(const void* pointer) {
  MemoryObject& with_maps = keeper();
  const std::scoped_lock lock(with_maps.mutex_);
  const auto is_it = [&](const Map& map) { return map.object == this && map.pointer == pointer; };
  // A pointer does not tell mappings for reading and writing apart. Those for writing go first: no
  // later mapping is then refused that should not be.
  auto map = std::ranges::find_if(with_maps.maps_,
                                  [&](const Map& each) { return is_it(each) && each.is_written; });
  if (map == with_maps.maps_.end()) map = std::ranges::find_if(with_maps.maps_, is_it);
  if (map == with_maps.maps_.end()) return false;
  with_maps.maps_.erase(map);
  return true;
}

void MemoryObject::on_destroyed(std::function<void(MemoryObject*)> callback) {
  const std::scoped_lock lock(mutex_);
  destructor_callbacks_.push_back(std::move(callback));
}

}  // namespace cleave::model

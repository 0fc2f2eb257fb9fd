#include "model/memory/memory.h"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <string>

namespace cleave::model::memory {

support::Result<support::Ref<MemoryObject>> MemoryObject::create(Request request) {
  support::Ref<MemoryObject> object = make(std::move(request));
  if (!object) return CL_OUT_OF_HOST_MEMORY;
  if (!object->allocate()) {
    const char* const call = object->is_image()                     ? "clCreateImage"
                             : object->type() == CL_MEM_OBJECT_PIPE ? "clCreatePipe"
                                                                    : "clCreateBuffer";
    object->context().notify(std::string(call) +
                             ": CL_MEM_OBJECT_ALLOCATION_FAILURE: there is no memory for " +
                             std::to_string(object->contents_bytes()) + " bytes");
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  }
  return object;
}

MemoryObject::MemoryObject(Request request)
    : request_(std::move(request)),
      contents_bytes_(is_image() ? image_bytes(image()) : request_.size) {
  if (is_image()) {
    const size_t memories = context().memories().size();
    descriptors_.bytes = std::make_unique<std::byte[]>(memories * descriptor_bytes(image()));
    descriptors_.are_written = std::make_unique<std::atomic<bool>[]>(memories);
  }
  if (request_.parent) return;
  void* const of_application = owns_memory() ? nullptr : request_.host_pointer;
  storage_ = std::make_unique<Storage>(context(), contents_bytes(), of_application);
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
    copy_from_host();
  }
  storage_->set_from_host();
  return true;
}

void MemoryObject::copy_from_host() {
  if (!is_image()) {
    std::memcpy(host_address(), host_pointer(), size());
    return;
  }
  const ImageShape& shape = image();
  const builtins::ImageLevel level = image_level(shape, 0);
  const size_t slice_pitch = shape.has_slices() ? shape.slice_pitch : 0;
  const auto* const from = static_cast<const std::byte*>(host_pointer());
  for (size_t slice = 0; slice < std::max({shape.depth, shape.layers, size_t{1}}); ++slice) {
    for (size_t row = 0; row < level.height; ++row) {
      std::memcpy(host_address() + slice * level.slice_pitch + row * level.row_pitch,
                  from + slice * slice_pitch + row * shape.row_pitch,
                  level.width * shape.texel_bytes());
    }
  }
}

uint64_t MemoryObject::argument(uint32_t memory) noexcept {
  if (!is_image()) return device_address(memory);
  std::byte* const descriptor = descriptors_.bytes.get() + memory * descriptor_bytes(image());
  if (!descriptors_.are_written[memory].load(std::memory_order_acquire)) {
    const std::scoped_lock lock(mutex_);
    if (!descriptors_.are_written[memory].load(std::memory_order_relaxed)) {
      describe_image(image(), device_address(memory), descriptor);
      descriptors_.are_written[memory].store(true, std::memory_order_release);
    }
  }
  return reinterpret_cast<uint64_t>(descriptor);
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

support::Result<void*> MemoryObject::add_map(const MemoryRegion& region, bool is_written) {
  if (!storage().allocate(host_memory_index)) return CL_MAP_FAILURE;
  std::byte* const pointer = host_address() + region.begin();
  Map map{this, pointer, region, is_written};
  map.region.base += origin();
  MemoryObject& with_maps = keeper();
  const std::scoped_lock lock(with_maps.mutex_);
  const auto collides = [&](const Map& other) {
    return other.is_written && overlap(other.region, map.region);
  };
  if (is_written && std::ranges::any_of(with_maps.maps_, collides)) return CL_INVALID_OPERATION;
  with_maps.maps_.push_back(map);
  return static_cast<void*>(pointer);
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

bool MemoryObject::calls_back_at_end() const {
  {
    const std::scoped_lock lock(mutex_);
    if (!destructor_callbacks_.empty()) return true;
  }
  const MemoryObject* const above = parent();
  return above != nullptr && above->api_references() == 0 && above->calls_back_at_end();
}

}  // namespace cleave::model::memory

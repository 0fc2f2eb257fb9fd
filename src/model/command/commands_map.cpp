// Commands that make contents current somewhere: map, unmap, migrate. Their accesses say where, and
// that is all the work of most of them; where the memory is the host's already, a migration moves
// pages to the NUMA node of the queue's device, if it has one.
#include "model/command/requests.h"

namespace cleave::model::command {

support::Result<Mapping> map_work(memory::MemoryObject& object, cl_map_flags flags,
                                  const memory::MemoryRegion& region) {
  Mapping mapping;
  mapping.work.type = object.is_image() ? CL_COMMAND_MAP_IMAGE : CL_COMMAND_MAP_BUFFER;
  const bool is_written = (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  const bool is_read = (flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0;
  // Bytes between the rows of a region stay.
  const bool is_overwritten = !is_read && region.is_dense();
  const auto kind = !is_written      ? ObjectAccess::Kind::read
                    : is_overwritten ? ObjectAccess::Kind::write
                                     : ObjectAccess::Kind::read_write;
  mapping.work.accesses = {{support::Ref<memory::MemoryObject>(&object), region.begin(),
                            region.end() - region.begin(), kind}};
  auto pointer = object.add_map(region, is_written);
  if (!pointer.ok()) return pointer.status();
  mapping.pointer = pointer.value();
  return mapping;
}

Work unmap_work(memory::MemoryObject& memory) {
  Work work;
  work.type = CL_COMMAND_UNMAP_MEM_OBJECT;
  // Bytes that were written through the map are current in the host's memory since the map, and
  // nowhere else.
  work.accesses = {{support::Ref<memory::MemoryObject>(&memory), 0, 0, ObjectAccess::Kind::read}};
  return work;
}

Work migrate_work(const Queue& queue, std::vector<support::Ref<memory::MemoryObject>> objects,
                  cl_mem_migration_flags flags) {
  // With CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED nobody needs what the object holds.
  const bool is_undefined = (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0;
  Work work;
  work.type = CL_COMMAND_MIGRATE_MEM_OBJECTS;
  const bool is_to_host = (flags & CL_MIGRATE_MEM_OBJECT_HOST) != 0;
  work.memory = is_to_host ? host_memory_index : queue.memory();
  for (support::Ref<memory::MemoryObject>& object : objects) {
    const size_t bytes = object->contents_bytes();
    const bool is_forgotten = is_undefined && !object->is_immutable();
    work.accesses.push_back({std::move(object), 0, bytes,
                             is_forgotten ? ObjectAccess::Kind::write : ObjectAccess::Kind::read});
  }
  // The host has no processors of its own that any of its memory would be nearer to.
  Device& device = queue.device();
  const bool moves = !is_to_host && device.hardware().has_near_memory(device.resources());
  if (!moves) return work;
  work.action = host_work([&device, memory = work.memory, accesses = work.accesses]() -> cl_int {
    for (const ObjectAccess& access : accesses) {
      const bool is_forgotten = access.kind == ObjectAccess::Kind::write;
      const bool may_forget = is_forgotten && access.object->owns_memory();
      device.hardware().place(
          access.object->storage().allocation(memory), access.object->origin(), access.bytes,
          device.resources(),
          may_forget ? backend::Hardware::Contents::undefined : backend::Hardware::Contents::kept);
    }
    return CL_COMPLETE;
  });
  return work;
}

}  // namespace cleave::model::command

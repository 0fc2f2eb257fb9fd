// Commands that make contents current somewhere: map, unmap, migrate. The host's processors and the
// application share the only placement, so that for maps their place in the queue's order is all
// the work there is; a migration moves pages to the NUMA node of the queue's device, where it has
// one.
#include "model/command/requests.h"

namespace cleave::model {

support::Result<Mapping> map_submission(MemoryObject& buffer, cl_map_flags flags, size_t offset,
                                        size_t bytes) {
  Mapping mapping;
  mapping.submission.type = CL_COMMAND_MAP_BUFFER;
  const bool is_written = (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
  mapping.submission.accesses = {{support::Ref<MemoryObject>(&buffer), offset, bytes,
                                  is_written ? Access::Kind::read_write : Access::Kind::read}};
  auto pointer = buffer.add_map(offset, bytes, is_written);
  if (!pointer.ok()) return pointer.status();
  mapping.pointer = pointer.value();
  return mapping;
}

Queue::Submission unmap_submission(MemoryObject& memory) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_UNMAP_MEM_OBJECT;
  submission.accesses = {
      {support::Ref<MemoryObject>(&memory), 0, memory.size(), Access::Kind::read_write}};
  return submission;
}

Queue::Submission migrate_submission(const Queue& queue,
                                     std::vector<support::Ref<MemoryObject>> objects,
                                     cl_mem_migration_flags flags) {
  // With CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED nobody needs what the object holds.
  const bool is_undefined = (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0;
  Queue::Submission submission;
  submission.type = CL_COMMAND_MIGRATE_MEM_OBJECTS;
  for (support::Ref<MemoryObject>& object : objects) {
    const size_t bytes = object->size();
    submission.accesses.push_back({std::move(object), 0, bytes,
                                   is_undefined ? Access::Kind::write : Access::Kind::read_write});
  }
  // The host has no memory of its own, so that moving there is no move at all.
  Device& device = queue.device();
  const bool moves = (flags & CL_MIGRATE_MEM_OBJECT_HOST) == 0 &&
                     device.hardware().has_near_memory(device.resources());
  if (!moves) return submission;
  submission.action = [&device, is_undefined, accesses = submission.accesses]() -> cl_int {
    for (const Access& access : accesses) {
      const bool may_forget = is_undefined && access.object->owns_memory();
      device.hardware().place(
          access.object->address(), access.bytes, device.resources(),
          may_forget ? backend::Device::Contents::undefined : backend::Device::Contents::kept);
    }
    return CL_COMPLETE;
  };
  return submission;
}

}  // namespace cleave::model

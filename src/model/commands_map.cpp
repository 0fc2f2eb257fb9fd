// Commands that make contents current somewhere: map, unmap, migrate. The host's processors and the
// application share the only placement, so their place in the queue's order is all the work there
// is.
#include "model/requests.h"

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

Queue::Submission unmap_submission(MemoryObject& memory, void* pointer) {
  // The pointer is given back here and not when the command runs: whoever unmaps it twice must hear
  // of it at the second call.
  memory.release_map(pointer);
  Queue::Submission submission;
  submission.type = CL_COMMAND_UNMAP_MEM_OBJECT;
  submission.accesses = {
      {support::Ref<MemoryObject>(&memory), 0, memory.size(), Access::Kind::read_write}};
  return submission;
}

Queue::Submission migrate_submission(std::vector<support::Ref<MemoryObject>> objects,
                                     cl_mem_migration_flags flags) {
  // With CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED nobody needs what the object holds.
  const Access::Kind kind = (flags & CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED) != 0
                                ? Access::Kind::write
                                : Access::Kind::read_write;
  Queue::Submission submission;
  submission.type = CL_COMMAND_MIGRATE_MEM_OBJECTS;
  for (support::Ref<MemoryObject>& object : objects) {
    const size_t bytes = object->size();
    submission.accesses.push_back({std::move(object), 0, bytes, kind});
  }
  return submission;
}

}  // namespace cleave::model

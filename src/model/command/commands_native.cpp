// Native kernels (5.10): a function of the application, run on a worker of the queue's device, with
// memory objects where the host finds them.
#include <cstring>

#include "model/command/requests.h"

namespace cleave::model::command {

namespace {

/// The address of the object, which the command keeps alive, is wanted at the offset.
struct ObjectPointer {
  const memory::MemoryObject* object;
  size_t offset;
};

}  // namespace

Work native_work(NativeRequest request) {
  Work work;
  work.type = CL_COMMAND_NATIVE_KERNEL;
  std::vector<ObjectPointer> pointers;
  for (NativeRequest::MemoryArgument& memory : request.memory) {
    constexpr std::byte* none = nullptr;
    std::memcpy(request.arguments.data() + memory.offset, &none, sizeof none);
    if (!memory.object) continue;
    pointers.push_back({memory.object.get(), memory.offset});
    const bool is_read_only = memory.object->is_read_only();
    const size_t bytes = memory.object->size();
    work.accesses.push_back(
        {std::move(memory.object), 0, bytes,
         is_read_only ? ObjectAccess::Kind::read : ObjectAccess::Kind::read_write});
  }
  work.action = host_work([function = request.function, pointers = std::move(pointers),
                           arguments = std::move(request.arguments)]() mutable -> cl_int {
    for (const ObjectPointer& pointer : pointers) {
      std::byte* const address = pointer.object->host_address();
      std::memcpy(arguments.data() + pointer.offset, &address, sizeof address);
    }
    function(arguments.empty() ? nullptr : arguments.data());
    return CL_COMPLETE;
  });
  return work;
}

}  // namespace cleave::model::command

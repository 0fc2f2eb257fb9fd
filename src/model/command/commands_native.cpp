// Native kernels (5.10): a function of the application, run on a worker of the queue's device.
#include <cstring>

#include "model/command/requests.h"

namespace cleave::model {

Queue::Submission native_submission(NativeRequest request) {
  Queue::Submission submission;
  submission.type = CL_COMMAND_NATIVE_KERNEL;
  for (NativeRequest::MemoryArgument& memory : request.memory) {
    std::byte* address = memory.object ? memory.object->address() : nullptr;
    std::memcpy(request.arguments.data() + memory.offset, &address, sizeof address);
    if (!memory.object) continue;
    const bool is_read_only = (memory.object->flags() & CL_MEM_READ_ONLY) != 0;
    const size_t bytes = memory.object->size();
    submission.accesses.push_back({std::move(memory.object), 0, bytes,
                                   is_read_only ? Access::Kind::read : Access::Kind::read_write});
  }
  submission.action = [function = request.function,
                       arguments = std::move(request.arguments)]() mutable -> cl_int {
    function(arguments.empty() ? nullptr : arguments.data());
    return CL_COMPLETE;
  };
  return submission;
}

}  // namespace cleave::model

// The queries of contexts, queues, memory objects and events: plain tables.
#include <CL/cl_ext.h>

#include <algorithm>

#include "api/info/handles.h"
#include "api/info/info.h"
#include "model/command/device_queues.h"
#include "support/newer_cl.h"
#include "support/semaphore_cl.h"

#define CLEAVE_QUERY(token, type, ...) \
  case token:                          \
    return answer<type>(to, __VA_ARGS__);

namespace cleave::api::info {
namespace {

cl_unified_shared_memory_type_intel unified_type(const model::AddressedMemory* memory) {
  if (memory == nullptr) return CL_MEM_TYPE_UNKNOWN_INTEL;
  switch (memory->kind()) {
    case model::AddressedMemory::Kind::host:
      return CL_MEM_TYPE_HOST_INTEL;
    case model::AddressedMemory::Kind::device:
      return CL_MEM_TYPE_DEVICE_INTEL;
    case model::AddressedMemory::Kind::shared:
      return CL_MEM_TYPE_SHARED_INTEL;
    default:
      return CL_MEM_TYPE_UNKNOWN_INTEL;
  }
}

/// Only of queues on the device (5.1).
support::Result<cl_uint> size_on_device(const model::command::Queue& queue) {
  if (queue.on_device() == nullptr) return CL_INVALID_COMMAND_QUEUE;
  return queue.size_on_device();
}

support::Result<cl_command_buffer_state_khr> state_of(const model::command::CommandBuffer& buffer) {
  // In a forked child another thread may have been amidst recording.
  if (buffer.queues().front()->is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  cl_command_buffer_state_khr state = CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  if (buffer.is_finalized()) state = CL_COMMAND_BUFFER_STATE_FINALIZED_KHR;
  if (buffer.is_executable()) state = CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
  return state;
}

/// 0 in an un-signalled state, 1 in a signalled state.
support::Result<cl_semaphore_payload_khr> payload_of(const model::command::Semaphore& semaphore) {
  // In a forked child another thread may have been amidst a signal.
  if (semaphore.is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  return cl_semaphore_payload_khr{semaphore.is_signalled() ? 1U : 0U};
}

/// One for each device of the context (cl_ext_buffer_device_address).
support::Result<list<support::mem_device_address>> device_addresses(
    const model::memory::MemoryObject& memory) {
  if (options::is_without("cl_ext_buffer_device_address")) return CL_INVALID_VALUE;
  if (!memory.has_device_address()) return CL_INVALID_OPERATION;
  list<support::mem_device_address> addresses;
  for (const auto& device : memory.context().devices()) {
    addresses.push_back(memory.device_address(memory.context().memory_of(*device)));
  }
  return addresses;
}

/// The buffer that an image was made from; nullptr: none.
model::memory::MemoryObject* buffer_of(const model::memory::MemoryObject& image) {
  model::memory::MemoryObject* const parent = image.parent();
  return parent != nullptr && !parent->is_image() ? parent : nullptr;
}

/// Returns bytes: texels of an image from a buffer may lie wherever they are aligned.
size_t texel_alignment(const ImageQuestion& question) {
  return question.format != nullptr ? question.format->texel_bytes
                                    : model::memory::most_texel_bytes;
}

/// The greatest size that images of the type may have, of any type the least of these.
support::Result<size_t> greatest(const ImageQuestion& question,
                                 size_t model::memory::ImageShape::* size) {
  if (question.type != 0) {
    const size_t most = model::memory::greatest_image(question.facts, question.type).*size;
    if (most == 0) return CL_INVALID_IMAGE_DESCRIPTOR;
    return most;
  }
  size_t least = SIZE_MAX;
  for (const cl_mem_object_type type :
       {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE1D_BUFFER,
        CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D}) {
    const size_t most = model::memory::greatest_image(question.facts, type).*size;
    if (most != 0) least = std::min(least, most);
  }
  return least;
}

}  // namespace

support::Status context(const model::Context& context, cl_context_info name,
                        const Destination& to) {
  switch (name) {
#include "api/info/context.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status queue(const model::command::Queue& queue, cl_command_queue_info name,
                      const Destination& to) {
  switch (name) {
#include "api/info/queue.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status memory(const model::memory::MemoryObject& memory, cl_mem_info name,
                       const Destination& to) {
  switch (name) {
#include "api/info/memory.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status image(const model::memory::MemoryObject& memory, cl_image_info name,
                      const Destination& to) {
  const model::memory::ImageShape& shape = memory.image();
  switch (name) {
#include "api/info/image.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status image_requirements(const ImageQuestion& question,
                                   cl_image_requirements_info_ext name, const Destination& to) {
  switch (name) {
#include "api/info/image_requirements.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status sampler(const model::Sampler& sampler, cl_sampler_info name,
                        const Destination& to) {
  const model::Sampler::Request& made = sampler.request();
  switch (name) {
#include "api/info/sampler.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status unified_memory(const model::AddressedMemory* memory, cl_mem_info_intel name,
                               const Destination& to) {
  switch (name) {
#include "api/info/unified_memory.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status pipe(const model::memory::MemoryObject& memory, cl_pipe_info name,
                     const Destination& to) {
  switch (name) {
#include "api/info/pipe.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status command_buffer(const model::command::CommandBuffer& buffer,
                               cl_command_buffer_info_khr name, const Destination& to) {
  switch (name) {
#include "api/info/command_buffer.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status mutable_command(const model::command::MutableCommand& command,
                                cl_mutable_command_info_khr name, const Destination& to) {
  // In a forked child another thread may have been amidst an update.
  if (command.queue().is_lost_by_fork()) return CL_OUT_OF_RESOURCES;
  const model::command::MutableDispatch dispatch = command.dispatch();
  const auto in_dimensions = [&](const std::array<size_t, 3>& sizes) {
    return list<size_t>(sizes.begin(), sizes.begin() + dispatch.request.work_dimensions);
  };
  switch (name) {
#include "api/info/mutable_command.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status semaphore(const model::command::Semaphore& semaphore, cl_semaphore_info_khr name,
                          const Destination& to) {
  switch (name) {
#include "api/info/semaphore.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status event(const model::command::Event& event, cl_event_info name,
                      const Destination& to) {
  switch (name) {
#include "api/info/event.def"
    default:
      return CL_INVALID_VALUE;
  }
}

support::Status event_profiling(const model::command::Event& event, cl_profiling_info name,
                                const Destination& to) {
  const model::command::ProfilingTimes times = event.times();
  switch (name) {
#include "api/info/event_profiling.def"
    default:
      return CL_INVALID_VALUE;
  }
}

}  // namespace cleave::api::info

#undef CLEAVE_QUERY

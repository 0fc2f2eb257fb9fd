#include "api/check/pipe.h"

#include <algorithm>

#include "api/check/handle.h"
#include "api/info/features.h"

namespace cleave::api::check {

using support::Ref;
using support::Result;

Result<model::memory::MemoryObject::Request> create_pipe(cl_context context_handle,
                                                         cl_mem_flags flags,
                                                         const model::memory::PipeShape& shape,
                                                         const cl_pipe_properties* properties) {
  auto context = object<model::Context>(context_handle);
  if (!context.ok()) return context.status();
  const auto has_pipes = [](const Ref<model::Device>& device) {
    return info::has_pipes(device->hardware().facts());
  };
  const auto takes_packets = [&](const Ref<model::Device>& device) {
    return has_pipes(device) &&
           shape.packet_bytes <= device->hardware().facts().maximum_pipe_packet_size;
  };
  const model::Devices& devices = context.value()->devices();
  if (std::ranges::none_of(devices, has_pipes)) return CL_INVALID_OPERATION;
  if ((flags & ~cl_mem_flags{CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS}) != 0) {
    return CL_INVALID_VALUE;
  }
  if (properties != nullptr) return CL_INVALID_VALUE;
  if (shape.packet_bytes == 0 || shape.most_packets == 0 ||
      std::ranges::none_of(devices, takes_packets)) {
    return CL_INVALID_PIPE_SIZE;
  }
  model::memory::MemoryObject::Request request;
  request.context = context.value();
  request.flags = flags == 0 ? CL_MEM_READ_WRITE | CL_MEM_HOST_NO_ACCESS : flags;
  request.size = model::memory::pipe_bytes(shape);
  request.pipe = shape;
  return request;
}

Result<Ref<model::memory::MemoryObject>> pipe(cl_mem memory) {
  auto found = object<model::memory::MemoryObject>(memory);
  if (found.ok() && found.value()->type() != CL_MEM_OBJECT_PIPE) return CL_INVALID_MEM_OBJECT;
  return found;
}

}  // namespace cleave::api::check

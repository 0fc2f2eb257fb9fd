// 5.4: pipes.
#include "api/check/pipe.h"

#include "api/entry_points.h"
#include "api/guard.h"
#include "api/info/info.h"

namespace cleave::api {

using support::Ref;
using support::Result;
using support::Status;

cl_mem clCreatePipe(cl_context context, cl_mem_flags flags, cl_uint pipe_packet_size,
                    cl_uint pipe_max_packets, const cl_pipe_properties* properties,
                    cl_int* errcode_ret) {
  return guarded_create<cl_mem>(errcode_ret, [&]() -> Result<Ref<model::memory::MemoryObject>> {
    auto request =
        check::create_pipe(context, flags, {pipe_packet_size, pipe_max_packets}, properties);
    if (!request.ok()) return request.status();
    return model::memory::MemoryObject::create(std::move(request).value());
  });
}

cl_int clGetPipeInfo(cl_mem pipe, cl_pipe_info param_name, size_t param_value_size,
                     void* param_value, size_t* param_value_size_ret) {
  return guarded([&]() -> Status {
    const auto found = check::pipe(pipe);
    if (!found.ok()) return found.status();
    return info::pipe(*found.value(), param_name,
                      {param_value_size, param_value, param_value_size_ret});
  });
}

}  // namespace cleave::api

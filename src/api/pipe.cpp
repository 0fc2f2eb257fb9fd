// 5.4: pipes, which no device supports yet (CL_DEVICE_PIPE_SUPPORT is CL_FALSE).
#include "api/entry_points.h"
#include "api/unsupported.h"

namespace cleave::api {

cl_mem clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties*,
                    cl_int* errcode_ret) {
  return refused_object<cl_mem, model::Context>(context, errcode_ret);
}

cl_int clGetPipeInfo(cl_mem, cl_pipe_info, size_t, void*, size_t*) {
  return CL_INVALID_MEM_OBJECT;  // no memory object is a pipe
}

}  // namespace cleave::api

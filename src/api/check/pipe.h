// Checks the arguments of 5.4: pipes.
#pragma once

#include <CL/cl.h>

#include "model/memory/memory.h"
#include "support/result.h"

namespace cleave::api::check {

/// CL_INVALID_OPERATION where no device of the context has pipes.
[[nodiscard]] support::Result<model::memory::MemoryObject::Request> create_pipe(
    cl_context context, cl_mem_flags flags, const model::memory::PipeShape& shape,
    const cl_pipe_properties* properties);

/// A memory object that is a pipe: CL_INVALID_MEM_OBJECT.
[[nodiscard]] support::Result<support::Ref<model::memory::MemoryObject>> pipe(cl_mem memory);

}  // namespace cleave::api::check

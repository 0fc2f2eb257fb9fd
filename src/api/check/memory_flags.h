// Checks the flags of memory objects (table 5.3), for buffers and images.
#pragma once

#include <CL/cl.h>

#include "model/context.h"
#include "support/newer_cl.h"
#include "support/result.h"

namespace cleave::api::check {

inline constexpr cl_mem_flags immutable_flag = support::mem_immutable_ext;

/// CL_INVALID_VALUE for unknown flags and those that exclude each other.
[[nodiscard]] support::Status check_flags(cl_mem_flags flags);
/// Returns the flags of an object that shares the memory of another one: its own where given, else
/// the other's. CL_INVALID_VALUE when they would widen the access that the other grants.
[[nodiscard]] support::Result<cl_mem_flags> inherited_flags(cl_mem_flags of_parent,
                                                            cl_mem_flags flags);
/// Returns the flags of an object with memory of its own: kernels read and write it where nothing
/// else is said.
[[nodiscard]] cl_mem_flags with_access(cl_mem_flags flags);
/// True when a host pointer comes with these flags.
[[nodiscard]] bool wants_host_pointer(cl_mem_flags flags);

/// Returns the bytes of the largest memory object that some device of the context takes.
[[nodiscard]] cl_ulong maximum_allocation(const model::Context& context);

}  // namespace cleave::api::check

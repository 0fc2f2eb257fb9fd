#include "api/check/memory_flags.h"

#include <algorithm>

#include "options/without.h"

namespace cleave::api::check {
namespace {

constexpr cl_mem_flags access_flags = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
constexpr cl_mem_flags host_access_flags =
    CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
constexpr cl_mem_flags host_pointer_flags =
    CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

bool more_than_one(cl_mem_flags bits) {
  return (bits & (bits - 1)) != 0;
}

/// Does it let somebody write what nobody may?
bool writes_immutable(cl_mem_flags flags) {
  constexpr cl_mem_flags writing = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;
  return (flags & immutable_flag) != 0 && (flags & writing) != 0;
}

}  // namespace

using support::Result;
using support::Status;

Status check_flags(cl_mem_flags flags) {
  if ((flags & ~(access_flags | host_access_flags | host_pointer_flags | immutable_flag)) != 0) {
    return CL_INVALID_VALUE;
  }
  if (writes_immutable(flags)) return CL_INVALID_VALUE;
  const bool is_immutable = (flags & immutable_flag) != 0;
  if (is_immutable && options::is_without("cl_ext_immutable_memory_objects")) {
    return CL_INVALID_VALUE;
  }
  if (more_than_one(flags & access_flags)) return CL_INVALID_VALUE;
  if (more_than_one(flags & host_access_flags)) return CL_INVALID_VALUE;
  const bool uses = (flags & CL_MEM_USE_HOST_PTR) != 0;
  if (uses && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) {
    return CL_INVALID_VALUE;
  }
  return CL_SUCCESS;
}

Result<cl_mem_flags> inherited_flags(cl_mem_flags of_parent, cl_mem_flags flags) {
  if (Status status = check_flags(flags); !status.ok()) return status;
  if ((flags & host_pointer_flags) != 0) return CL_INVALID_VALUE;

  const cl_mem_flags access = flags & access_flags;
  // An immutable object exists to be read.
  const bool is_read = (access & ~CL_MEM_WRITE_ONLY) != 0 || (flags & immutable_flag) != 0;
  if ((of_parent & CL_MEM_WRITE_ONLY) != 0 && is_read) return CL_INVALID_VALUE;
  if ((of_parent & CL_MEM_READ_ONLY) != 0 && (access & ~CL_MEM_READ_ONLY) != 0) {
    return CL_INVALID_VALUE;
  }
  const cl_mem_flags host = flags & host_access_flags;
  if ((of_parent & CL_MEM_HOST_WRITE_ONLY) != 0 && host == CL_MEM_HOST_READ_ONLY) {
    return CL_INVALID_VALUE;
  }
  if ((of_parent & CL_MEM_HOST_READ_ONLY) != 0 && host == CL_MEM_HOST_WRITE_ONLY) {
    return CL_INVALID_VALUE;
  }
  if ((of_parent & CL_MEM_HOST_NO_ACCESS) != 0 && host != 0 && host != CL_MEM_HOST_NO_ACCESS) {
    return CL_INVALID_VALUE;
  }
  const bool says_access = access != 0 || (flags & immutable_flag) != 0;
  const cl_mem_flags resolved = (says_access ? access : of_parent & access_flags) |
                                (host != 0 ? host : of_parent & host_access_flags) |
                                (of_parent & host_pointer_flags) |
                                ((flags | of_parent) & immutable_flag);
  if (writes_immutable(resolved)) return CL_INVALID_VALUE;
  return resolved;
}

cl_mem_flags with_access(cl_mem_flags flags) {
  return (flags & (access_flags | immutable_flag)) == 0 ? flags | CL_MEM_READ_WRITE : flags;
}

bool wants_host_pointer(cl_mem_flags flags) {
  return (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
}

cl_ulong maximum_allocation(const model::Context& context) {
  cl_ulong maximum = 0;
  for (const auto& device : context.devices()) {
    maximum = std::max(maximum, device->hardware().facts().maximum_allocation_size);
  }
  return maximum;
}

}  // namespace cleave::api::check

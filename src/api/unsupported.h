// Refuses calls of optional features that the driver lacks (OpenCL 3.0), after their handles have
// been checked. docs/STATUS.md lists every function that answers so.
#pragma once

#include "api/check/handle.h"
#include "api/guard.h"

namespace cleave::api {

/// CL_INVALID_OPERATION on a valid object of kind T.
template <class T>
cl_int refused(const void* handle) noexcept {
  return guarded([&]() -> support::Status {
    const support::Status status = check::is_object<T>(handle);
    return status.ok() ? support::Status(CL_INVALID_OPERATION) : status;
  });
}

}  // namespace cleave::api

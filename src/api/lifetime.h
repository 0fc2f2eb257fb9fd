// Implements clRetain… and clRelease… for every kind of object. The check and the act are one
// atomic step: other threads may release the object at any time.
#pragma once

#include "api/check/handle.h"
#include "api/guard.h"

namespace cleave::api {

template <class T>
cl_int retain(const void* handle) noexcept {
  return T::retain(handle) ? CL_SUCCESS : check::invalid_handle<T>;
}

template <class T>
cl_int release(const void* handle) noexcept {
  return guarded([&]() -> support::Status {
    return T::release(handle) ? CL_SUCCESS : check::invalid_handle<T>;
  });
}

}  // namespace cleave::api

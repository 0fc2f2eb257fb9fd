// clRetain… and clRelease… of every kind of object.
#pragma once

#include "api/check/handle.h"
#include "api/guard.h"

namespace cleave::api {

template <class T>
cl_int retain(const void* handle) noexcept {
  return guarded([&]() -> support::Status {
    const auto found = check::object<T>(handle);
    if (!found.ok()) return found.status();
    found.value()->retain();
    return CL_SUCCESS;
  });
}

template <class T>
cl_int release(const void* handle) noexcept {
  return guarded([&]() -> support::Status {
    const auto found = check::object<T>(handle);
    if (!found.ok()) return found.status();
    found.value()->release();
    return CL_SUCCESS;
  });
}

}  // namespace cleave::api

// Wraps every entry point: C++ exceptions end here and become error codes.
#pragma once

#include <new>
#include <utility>

#include "model/handle.h"
#include "support/result.h"

namespace cleave::api {

/// The error code of whatever is being thrown; call it in a catch block.
[[nodiscard]] cl_int code_of_current_exception() noexcept;

/// Runs `body`, which returns a Status.
template <class Body>
cl_int guarded(const Body& body) noexcept {
  try {
    const support::Status status = body();
    return status.code();
  } catch (...) {
    return code_of_current_exception();
  }
}

/// Runs `body`, which returns a Result<T>; gives the value, or `failed` with the code in
/// `error_code` (which may be null, as errcode_ret may).
template <class T, class Body>
T guarded_value(cl_int* error_code, T failed, const Body& body) noexcept {
  cl_int code = CL_SUCCESS;
  T value = failed;
  try {
    support::Result<T> result = body();
    if (result.ok()) {
      value = std::move(result).value();
    } else {
      code = result.status().code();
    }
  } catch (...) {
    code = code_of_current_exception();
  }
  if (error_code != nullptr) *error_code = code;
  return value;
}

/// Runs `body`, which returns a Result<Ref<T>>, and hands the new object to the application.
template <class Handle, class Body>
Handle guarded_create(cl_int* error_code, const Body& body) noexcept {
  return guarded_value<Handle>(error_code, nullptr, [&]() -> support::Result<Handle> {
    auto result = body();
    if (!result.ok()) return result.status();
    return model::give_handle<Handle>(std::move(result).value());
  });
}

}  // namespace cleave::api

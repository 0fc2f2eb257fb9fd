// Returns a value, or the OpenCL error code that says why there is none.
#pragma once

#include <CL/cl.h>

#include <cassert>
#include <utility>
#include <variant>

namespace cleave::support {

/// An OpenCL error code as a type of its own, so that no plain integer passes for one.
/// CL_SUCCESS is a valid Status: functions without a value return it.
class [[nodiscard]] Status {
 public:
  constexpr Status() = default;
  constexpr Status(cl_int code) : code_(code) {}  // NOLINT: `return CL_INVALID_VALUE;` is the idiom

  [[nodiscard]] constexpr bool ok() const { return code_ == CL_SUCCESS; }
  [[nodiscard]] constexpr cl_int code() const { return code_; }
  friend constexpr bool operator==(Status, Status) = default;

 private:
  cl_int code_ = CL_SUCCESS;
};

/// Either a T or an error code other than CL_SUCCESS.
///
///   Result<Ref<Context>> context = create_context(request);
///   if (!context.ok()) return context.status();
///   use(*context.value());
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}  // NOLINT: values and codes convert at `return`
  Result(Status error) : state_(error) { assert(!error.ok()); }  // NOLINT
  Result(cl_int error) : Result(Status(error)) {}                // NOLINT

  [[nodiscard]] bool ok() const { return std::holds_alternative<T>(state_); }
  [[nodiscard]] Status status() const { return ok() ? Status() : std::get<Status>(state_); }
  /// Precondition: ok().
  [[nodiscard]] T& value() & { return std::get<T>(state_); }
  [[nodiscard]] const T& value() const& { return std::get<T>(state_); }
  [[nodiscard]] T&& value() && { return std::get<T>(std::move(state_)); }

 private:
  std::variant<T, Status> state_;
};

}  // namespace cleave::support

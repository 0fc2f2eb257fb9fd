// Answers queries from tables: one row gives one value, of the type that the row names.
//
// A table is a .def file with rows
//   CLEAVE_QUERY(token, type, expression)
// where `type` is a C type, `text` (a string with its terminator) or `list<T>` (an array, maybe
// empty). An expression of type Result<type> may refuse.
#pragma once

#include <CL/cl.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "options/without.h"
#include "support/result.h"

namespace cleave::api::info {

using text = std::string;
template <class T>
using list = std::vector<T>;

/// The destination of an answer: the last three arguments of every clGet…Info.
struct Destination {
  size_t size;
  void* value;
  size_t* size_returned;
};

/// Writes `bytes` bytes. CL_INVALID_VALUE when the destination is there but too small; then
/// nothing has been written.
[[nodiscard]] support::Status answer_bytes(const Destination& to, const void* data, size_t bytes);

/// The answer of a query that comes from an extension and does not exist without it.
template <class T>
[[nodiscard]] support::Result<T> of_extension(std::string_view extension, T value) {
  if (options::is_without(extension)) return support::Status(CL_INVALID_VALUE);
  return value;
}

template <class T>
struct IsResult : std::false_type {};
template <class T>
struct IsResult<support::Result<T>> : std::true_type {};

/// Writes `value` as a T.
template <class T, class Value>
[[nodiscard]] support::Status answer(const Destination& to, const Value& value) {
  if constexpr (IsResult<Value>::value) {
    return value.ok() ? answer<T>(to, value.value()) : value.status();
  } else if constexpr (std::is_same_v<T, text>) {
    const text& string = value;
    return answer_bytes(to, string.c_str(), string.size() + 1);
  } else if constexpr (!std::is_trivially_copyable_v<T>) {  // a list
    const T& elements = value;
    return answer_bytes(to, elements.data(), elements.size() * sizeof(elements[0]));
  } else {
    const T converted = static_cast<T>(value);
    return answer_bytes(to, &converted, sizeof converted);
  }
}

}  // namespace cleave::api::info

// Declares specialization_id: a constant whose value a kernel bundle may set (SYCL 2020, 4.11.12).
#pragma once

#include <utility>

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {

template <class Type>
class specialization_id {
 public:
  using value_type = Type;

  template <class... Arguments>
  explicit constexpr specialization_id(Arguments&&... arguments)
      : value_(std::forward<Arguments>(arguments)...) {}
  specialization_id(const specialization_id&) = delete;
  specialization_id& operator=(const specialization_id&) = delete;

 private:
  Type value_;
};

}  // namespace _v1
}  // namespace sycl

// Declares specialization_id: a constant whose value a command group may set (SYCL 2020, 4.11.12).
#pragma once

#include <utility>

#include "detail/config.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct specialization_access;
}

template <class Type>
class specialization_id {
 public:
  using value_type = Type;

  template <class... Arguments>
  explicit constexpr specialization_id(Arguments&&... arguments)
      : value_(std::forward<Arguments>(arguments)...) {}
  specialization_id(const specialization_id&) = delete;
  specialization_id(specialization_id&&) = delete;
  specialization_id& operator=(const specialization_id&) = delete;
  specialization_id& operator=(specialization_id&&) = delete;

 private:
  friend struct detail::specialization_access;
  Type value_;
};

}  // namespace _v1
}  // namespace sycl

// Declares sub_group: work-items of a work-group that run together (SYCL 2020, 4.9.1.8).
#pragma once

#include <cstddef>
#include <cstdint>

#include "detail/builtins.hpp"
#include "memory_enums.hpp"
#include "range.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct group_access;
}

class sub_group {
 public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  sub_group() = delete;

  id<1> get_group_id() const { return detail::cl::get_sub_group_id(); }
  id<1> get_local_id() const { return detail::cl::get_sub_group_local_id(); }
  range<1> get_local_range() const { return detail::cl::get_sub_group_size(); }
  range<1> get_max_local_range() const { return detail::cl::get_max_sub_group_size(); }
  range<1> get_group_range() const { return detail::cl::get_num_sub_groups(); }
  std::uint32_t get_group_linear_id() const { return detail::cl::get_sub_group_id(); }
  std::uint32_t get_local_linear_id() const { return detail::cl::get_sub_group_local_id(); }
  std::uint32_t get_group_linear_range() const { return detail::cl::get_num_sub_groups(); }
  std::uint32_t get_local_linear_range() const { return detail::cl::get_sub_group_size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  // A kernel has that of its own work-item alone.
  friend bool operator==(const sub_group&, const sub_group&) { return true; }
  friend bool operator!=(const sub_group&, const sub_group&) { return false; }

 private:
  friend struct detail::group_access;
  explicit sub_group(std::nullptr_t) {}
};

}  // namespace _v1
}  // namespace sycl

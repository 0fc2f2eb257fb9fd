// Declares sub_group: work-items of a work-group that run together (SYCL 2020, 4.9.1.8).
#pragma once

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

  id<1> get_group_id() const { return id_; }
  id<1> get_local_id() const { return detail::cl::get_sub_group_local_id(); }
  range<1> get_local_range() const { return detail::cl::get_sub_group_size(); }
  range<1> get_max_local_range() const { return detail::cl::get_max_sub_group_size(); }
  range<1> get_group_range() const { return detail::cl::get_num_sub_groups(); }
  std::uint32_t get_group_linear_id() const { return id_; }
  std::uint32_t get_local_linear_id() const { return detail::cl::get_sub_group_local_id(); }
  std::uint32_t get_group_linear_range() const { return detail::cl::get_num_sub_groups(); }
  std::uint32_t get_local_linear_range() const { return detail::cl::get_sub_group_size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  friend bool operator==(const sub_group& left, const sub_group& right) {
    return left.id_ == right.id_;
  }
  friend bool operator!=(const sub_group& left, const sub_group& right) { return !(left == right); }

 private:
  friend struct detail::group_access;
  explicit sub_group(std::uint32_t number) : id_(number) {}
  std::uint32_t id_;
};

}  // namespace _v1
}  // namespace sycl

// Declares group: a work-group (SYCL 2020, 4.9.1.7).
#pragma once

#include <cstddef>

#include "detail/builtins.hpp"
#include "item.hpp"
#include "memory_enums.hpp"
#include "range.hpp"
#include "sub_group.hpp"

namespace sycl {
inline namespace _v1 {

/// Holds nothing, as nd_item.
template <int Dimensions = 1>
class group {
 public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  group() = delete;

  id<Dimensions> get_group_id() const {
    return detail::ask<Dimensions, id>([](unsigned i) { return detail::cl::get_group_id(i); });
  }
  std::size_t get_group_id(int dimension) const {
    return detail::cl::get_group_id(static_cast<unsigned>(Dimensions - 1 - dimension));
  }
  id<Dimensions> get_local_id() const {
    return detail::ask<Dimensions, id>([](unsigned i) { return detail::cl::get_local_id(i); });
  }
  std::size_t get_local_id(int dimension) const {
    return detail::cl::get_local_id(static_cast<unsigned>(Dimensions - 1 - dimension));
  }
  range<Dimensions> get_local_range() const {
    return detail::ask<Dimensions, range>([](unsigned i) { return detail::cl::get_local_size(i); });
  }
  std::size_t get_local_range(int dimension) const {
    return detail::cl::get_local_size(static_cast<unsigned>(Dimensions - 1 - dimension));
  }
  range<Dimensions> get_group_range() const {
    return detail::ask<Dimensions, range>([](unsigned i) { return detail::cl::get_num_groups(i); });
  }
  std::size_t get_group_range(int dimension) const {
    return detail::cl::get_num_groups(static_cast<unsigned>(Dimensions - 1 - dimension));
  }
  range<Dimensions> get_max_local_range() const { return get_local_range(); }
  std::size_t operator[](int dimension) const { return get_group_id(dimension); }
  std::size_t get_group_linear_id() const {
    return detail::linear(get_group_range(), get_group_id());
  }
  std::size_t get_local_linear_id() const {
    return detail::linear(get_local_range(), get_local_id());
  }
  std::size_t get_group_linear_range() const { return get_group_range().size(); }
  std::size_t get_local_linear_range() const { return get_local_range().size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  // A kernel has that of its own work-item alone.
  friend bool operator==(const group&, const group&) { return true; }
  friend bool operator!=(const group&, const group&) { return false; }

 private:
  friend struct detail::group_access;
  explicit group(std::nullptr_t) {}
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct group_access {
  /// This work-item's.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static group<Dimensions> here() {
    return group<Dimensions>(nullptr);
  }
  static sub_group here_sub_group() { return sub_group(nullptr); }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Type>
struct is_group : std::false_type {};
template <int Dimensions>
struct is_group<group<Dimensions>> : std::true_type {};
template <>
struct is_group<sub_group> : std::true_type {};
template <class Type>
inline constexpr bool is_group_v = is_group<Type>::value;

}  // namespace _v1
}  // namespace sycl

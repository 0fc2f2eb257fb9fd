// Declares group: a work-group (SYCL 2020, 4.9.1.7).
#pragma once

#include "detail/builtins.hpp"
#include "item.hpp"
#include "memory_enums.hpp"
#include "range.hpp"
#include "sub_group.hpp"

namespace sycl {
inline namespace _v1 {

template <int Dimensions = 1>
class group {
 public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  group() = delete;

  id<Dimensions> get_group_id() const { return index_; }
  std::size_t get_group_id(int dimension) const { return index_[dimension]; }
  id<Dimensions> get_local_id() const {
    return detail::ask<Dimensions, id>([](unsigned i) { return detail::cl::get_local_id(i); });
  }
  std::size_t get_local_id(int dimension) const {
    return detail::cl::get_local_id(static_cast<unsigned>(Dimensions - 1 - dimension));
  }
  range<Dimensions> get_local_range() const { return local_; }
  std::size_t get_local_range(int dimension) const { return local_[dimension]; }
  range<Dimensions> get_group_range() const { return groups_; }
  std::size_t get_group_range(int dimension) const { return groups_[dimension]; }
  range<Dimensions> get_max_local_range() const { return local_; }
  std::size_t operator[](int dimension) const { return index_[dimension]; }
  std::size_t get_group_linear_id() const { return detail::linear(groups_, index_); }
  std::size_t get_local_linear_id() const { return detail::linear(local_, get_local_id()); }
  std::size_t get_group_linear_range() const { return groups_.size(); }
  std::size_t get_local_linear_range() const { return local_.size(); }
  bool leader() const { return get_local_linear_id() == 0; }

  friend bool operator==(const group& left, const group& right) {
    return left.groups_ == right.groups_ && left.local_ == right.local_ &&
           left.index_ == right.index_;
  }
  friend bool operator!=(const group& left, const group& right) { return !(left == right); }

 private:
  friend struct detail::group_access;
  group(const range<Dimensions>& groups, const range<Dimensions>& local,
        const id<Dimensions>& index)
      : groups_(groups), local_(local), index_(index) {}
  range<Dimensions> groups_;
  range<Dimensions> local_;
  id<Dimensions> index_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct group_access {
  /// This work-item's.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static group<Dimensions> here() {
    return group<Dimensions>(
        ask<Dimensions, range>([](unsigned i) { return cl::get_num_groups(i); }),
        ask<Dimensions, range>([](unsigned i) { return cl::get_local_size(i); }),
        ask<Dimensions, id>([](unsigned i) { return cl::get_group_id(i); }));
  }
  static sub_group here_sub_group() { return sub_group(cl::get_sub_group_id()); }
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

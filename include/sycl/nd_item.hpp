// Declares nd_item: a work-item of a launch with work-groups (SYCL 2020, 4.9.1.5).
#pragma once

#include "group.hpp"
#include "item.hpp"
#include "nd_range.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct nd_item_access;
}

template <int Dimensions = 1>
class nd_item {
 public:
  static constexpr int dimensions = Dimensions;

  nd_item() = delete;

  id<Dimensions> get_global_id() const { return global_; }
  std::size_t get_global_id(int dimension) const { return global_[dimension]; }
  std::size_t get_global_linear_id() const {
    return detail::linear(get_global_range(), global_ - offset_);
  }
  id<Dimensions> get_local_id() const { return local_; }
  std::size_t get_local_id(int dimension) const { return local_[dimension]; }
  std::size_t get_local_linear_id() const { return detail::linear(get_local_range(), local_); }
  group<Dimensions> get_group() const { return group_; }
  std::size_t get_group(int dimension) const { return group_.get_group_id(dimension); }
  std::size_t get_group_linear_id() const { return group_.get_group_linear_id(); }
  sub_group get_sub_group() const { return detail::group_access::here_sub_group(); }
  range<Dimensions> get_group_range() const { return group_.get_group_range(); }
  std::size_t get_group_range(int dimension) const { return group_.get_group_range(dimension); }
  range<Dimensions> get_global_range() const {
    return group_.get_group_range() * group_.get_local_range();
  }
  std::size_t get_global_range(int dimension) const {
    return group_.get_group_range(dimension) * group_.get_local_range(dimension);
  }
  range<Dimensions> get_local_range() const { return group_.get_local_range(); }
  std::size_t get_local_range(int dimension) const { return group_.get_local_range(dimension); }
  [[deprecated("offsets of nd_item are deprecated in SYCL 2020")]]
  id<Dimensions> get_offset() const {
    return offset_;
  }
  nd_range<Dimensions> get_nd_range() const {
    return detail::nd_range_access::make(get_global_range(), get_local_range(), offset_);
  }

  friend bool operator==(const nd_item& left, const nd_item& right) {
    return left.global_ == right.global_ && left.local_ == right.local_ &&
           left.group_ == right.group_ && left.offset_ == right.offset_;
  }
  friend bool operator!=(const nd_item& left, const nd_item& right) { return !(left == right); }

 private:
  friend struct detail::nd_item_access;
  nd_item(const id<Dimensions>& global, const id<Dimensions>& local, const id<Dimensions>& offset,
          const group<Dimensions>& its_group)
      : global_(global), local_(local), offset_(offset), group_(its_group) {}
  id<Dimensions> global_;
  id<Dimensions> local_;
  id<Dimensions> offset_;
  group<Dimensions> group_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct nd_item_access {
  /// This work-item's.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static nd_item<Dimensions> here() {
    return nd_item<Dimensions>(
        ask<Dimensions, id>([](unsigned i) { return cl::get_global_id(i); }),
        ask<Dimensions, id>([](unsigned i) { return cl::get_local_id(i); }),
        ask<Dimensions, id>([](unsigned i) { return cl::get_global_offset(i); }),
        group_access::here<Dimensions>());
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

// Declares nd_item: a work-item of a launch with work-groups (SYCL 2020, 4.9.1.5).
#pragma once

#include <cstddef>

#include "group.hpp"
#include "item.hpp"
#include "nd_range.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct nd_item_access;
}

/// A value: it may be kept in memory, and be asked by other kernels and by the host.
template <int Dimensions = 1>
class nd_item {
 public:
  static constexpr int dimensions = Dimensions;

  nd_item() = delete;

  CLEAVE_SYCL_INLINE id<Dimensions> get_global_id() const { return id_; }
  CLEAVE_SYCL_INLINE std::size_t get_global_id(int dimension) const { return id_[dimension]; }
  CLEAVE_SYCL_INLINE std::size_t get_global_linear_id() const {
    // Operators are calls, which would keep the item in memory.
    return detail::linear(get_global_range(),
                          detail::make_each<Dimensions, id<Dimensions>>(
                              [&](int i) CLEAVE_SYCL_INLINED { return id_[i] - offset_[i]; }));
  }
  CLEAVE_SYCL_INLINE id<Dimensions> get_local_id() const { return group_.get_local_id(); }
  CLEAVE_SYCL_INLINE std::size_t get_local_id(int dimension) const {
    return group_.get_local_id(dimension);
  }
  CLEAVE_SYCL_INLINE std::size_t get_local_linear_id() const {
    return group_.get_local_linear_id();
  }
  CLEAVE_SYCL_INLINE group<Dimensions> get_group() const { return group_; }
  CLEAVE_SYCL_INLINE std::size_t get_group(int dimension) const {
    return group_.get_group_id(dimension);
  }
  CLEAVE_SYCL_INLINE std::size_t get_group_linear_id() const {
    return group_.get_group_linear_id();
  }
  CLEAVE_SYCL_INLINE sub_group get_sub_group() const { return sub_group_; }
  CLEAVE_SYCL_INLINE range<Dimensions> get_group_range() const { return group_.get_group_range(); }
  CLEAVE_SYCL_INLINE std::size_t get_group_range(int dimension) const {
    return group_.get_group_range(dimension);
  }
  CLEAVE_SYCL_INLINE range<Dimensions> get_global_range() const {
    return group_.get_global_range();
  }
  CLEAVE_SYCL_INLINE std::size_t get_global_range(int dimension) const {
    return get_group_range(dimension) * get_local_range(dimension);
  }
  CLEAVE_SYCL_INLINE range<Dimensions> get_local_range() const { return group_.get_local_range(); }
  CLEAVE_SYCL_INLINE std::size_t get_local_range(int dimension) const {
    return group_.get_local_range(dimension);
  }
  [[deprecated("offsets of nd_item are deprecated in SYCL 2020")]]
  CLEAVE_SYCL_INLINE id<Dimensions> get_offset() const {
    return offset_;
  }
  CLEAVE_SYCL_INLINE nd_range<Dimensions> get_nd_range() const {
    return detail::nd_range_access::make(get_global_range(), get_local_range(), offset_);
  }

  CLEAVE_SYCL_GROUP_COPIES

  [[deprecated("use group_barrier")]] void barrier(
      access::fence_space = access::fence_space::global_and_local) const {
    detail::cl::work_group_barrier(detail::cl::local_fence | detail::cl::global_fence,
                                   detail::cl::scope_work_group);
  }
  template <access_mode Mode = access_mode::read_write>
  [[deprecated("use atomic_fence")]] void mem_fence(
      access::fence_space = access::fence_space::global_and_local) const {
    detail::cl::atomic_work_item_fence(detail::cl::local_fence | detail::cl::global_fence,
                                       detail::cl::order_acq_rel, detail::cl::scope_work_group);
  }

  friend bool operator==(const nd_item& left, const nd_item& right) {
    return left.id_ == right.id_ && left.offset_ == right.offset_ && left.group_ == right.group_;
  }
  friend bool operator!=(const nd_item& left, const nd_item& right) { return !(left == right); }

 private:
  friend struct detail::nd_item_access;
  CLEAVE_SYCL_INLINE explicit nd_item(std::nullptr_t)
      : id_(detail::ask<Dimensions, id>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_global_id(i); })),
        offset_(detail::ask<Dimensions, id>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_global_offset(i); })),
        group_(detail::group_access::here<Dimensions>()),
        sub_group_(detail::group_access::its_sub_group(group_)) {}

  template <class To, class From>
  device_event copy_share(const To& to, const From& from, std::size_t count,
                          std::size_t stride) const {
    return group_.async_work_group_copy(to, from, count, stride);
  }

  id<Dimensions> id_;
  id<Dimensions> offset_;
  group<Dimensions> group_;
  sub_group sub_group_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct nd_item_access {
  /// This work-item's.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static nd_item<Dimensions> here() {
    return nd_item<Dimensions>(nullptr);
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

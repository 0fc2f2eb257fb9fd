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

/// Each question goes to the device when it is asked, so that nothing lives across barriers: what it holds is for
/// comparisons alone.
template <int Dimensions = 1>
class nd_item {
 public:
  static constexpr int dimensions = Dimensions;

  nd_item() = delete;

  id<Dimensions> get_global_id() const {
    return detail::ask<Dimensions, id>([](unsigned i) { return detail::cl::get_global_id(i); });
  }
  std::size_t get_global_id(int dimension) const {
    return detail::cl::get_global_id(static_cast<unsigned>(Dimensions - 1 - dimension));
  }
  std::size_t get_global_linear_id() const {
    return detail::linear(get_global_range(), get_global_id() - offset());
  }
  id<Dimensions> get_local_id() const { return get_group().get_local_id(); }
  std::size_t get_local_id(int dimension) const { return get_group().get_local_id(dimension); }
  std::size_t get_local_linear_id() const { return get_group().get_local_linear_id(); }
  group<Dimensions> get_group() const { return detail::group_access::here<Dimensions>(); }
  std::size_t get_group(int dimension) const { return get_group().get_group_id(dimension); }
  std::size_t get_group_linear_id() const { return get_group().get_group_linear_id(); }
  sub_group get_sub_group() const { return detail::group_access::here_sub_group(); }
  range<Dimensions> get_group_range() const { return get_group().get_group_range(); }
  std::size_t get_group_range(int dimension) const {
    return get_group().get_group_range(dimension);
  }
  range<Dimensions> get_global_range() const { return get_group_range() * get_local_range(); }
  std::size_t get_global_range(int dimension) const {
    return get_group_range(dimension) * get_local_range(dimension);
  }
  range<Dimensions> get_local_range() const { return get_group().get_local_range(); }
  std::size_t get_local_range(int dimension) const {
    return get_group().get_local_range(dimension);
  }
  [[deprecated("offsets of nd_item are deprecated in SYCL 2020")]]
  id<Dimensions> get_offset() const {
    return offset();
  }
  nd_range<Dimensions> get_nd_range() const {
    return detail::nd_range_access::make(get_global_range(), get_local_range(), offset());
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
    return left.id_ == right.id_;
  }
  friend bool operator!=(const nd_item& left, const nd_item& right) { return !(left == right); }

 private:
  friend struct detail::nd_item_access;
  explicit nd_item(std::nullptr_t) : id_(get_global_id()) {}

  template <class To, class From>
  device_event copy_share(const To& to, const From& from, std::size_t count,
                          std::size_t stride) const {
    return get_group().async_work_group_copy(to, from, count, stride);
  }

  static id<Dimensions> offset() {
    return detail::ask<Dimensions, id>([](unsigned i) { return detail::cl::get_global_offset(i); });
  }

  id<Dimensions> id_;
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

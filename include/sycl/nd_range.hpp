// Declares nd_range: global and local sizes of a launch (SYCL 2020, 4.9.1.2).
#pragma once

#include "range.hpp"

namespace sycl {
inline namespace _v1 {

namespace CLEAVE_SYCL_HIDDEN detail {
struct nd_range_access;
}

template <int Dimensions = 1>
class nd_range {
 public:
  static constexpr int dimensions = Dimensions;

  nd_range(range<Dimensions> global, range<Dimensions> local) : global_(global), local_(local) {}
  [[deprecated("offsets of nd_range are deprecated in SYCL 2020")]]
  nd_range(range<Dimensions> global, range<Dimensions> local, id<Dimensions> offset)
      : global_(global), local_(local), offset_(offset) {}

  range<Dimensions> get_global_range() const { return global_; }
  range<Dimensions> get_local_range() const { return local_; }
  range<Dimensions> get_group_range() const { return global_ / local_; }
  [[deprecated("offsets of nd_range are deprecated in SYCL 2020")]]
  id<Dimensions> get_offset() const {
    return offset_;
  }

  friend bool operator==(const nd_range& left, const nd_range& right) {
    return left.global_ == right.global_ && left.local_ == right.local_ &&
           left.offset_ == right.offset_;
  }
  friend bool operator!=(const nd_range& left, const nd_range& right) { return !(left == right); }

 private:
  friend struct detail::nd_range_access;
  range<Dimensions> global_;
  range<Dimensions> local_;
  id<Dimensions> offset_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct nd_range_access {
  template <int Dimensions>
  static const id<Dimensions>& offset(const nd_range<Dimensions>& of) {
    return of.offset_;
  }
  template <int Dimensions>
  static nd_range<Dimensions> make(const range<Dimensions>& global, const range<Dimensions>& local,
                                   const id<Dimensions>& offset) {
    nd_range<Dimensions> made(global, local);
    made.offset_ = offset;
    return made;
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

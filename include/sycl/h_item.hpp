// Declares h_item: a work-item of a hierarchical launch (SYCL 2020, 4.9.1.6).
#pragma once

#include "item.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {
struct h_item_access;
}

template <int Dimensions>
class h_item {
 public:
  static constexpr int dimensions = Dimensions;

  h_item() = delete;

  item<Dimensions, false> get_global() const { return global_; }
  item<Dimensions, false> get_local() const { return get_logical_local(); }
  item<Dimensions, false> get_logical_local() const { return logical_; }
  item<Dimensions, false> get_physical_local() const { return physical_; }
  range<Dimensions> get_global_range() const { return global_.get_range(); }
  std::size_t get_global_range(int dimension) const { return global_.get_range(dimension); }
  id<Dimensions> get_global_id() const { return global_.get_id(); }
  std::size_t get_global_id(int dimension) const { return global_.get_id(dimension); }
  range<Dimensions> get_local_range() const { return logical_.get_range(); }
  std::size_t get_local_range(int dimension) const { return logical_.get_range(dimension); }
  id<Dimensions> get_local_id() const { return logical_.get_id(); }
  std::size_t get_local_id(int dimension) const { return logical_.get_id(dimension); }
  range<Dimensions> get_logical_local_range() const { return logical_.get_range(); }
  std::size_t get_logical_local_range(int dimension) const { return logical_.get_range(dimension); }
  id<Dimensions> get_logical_local_id() const { return logical_.get_id(); }
  std::size_t get_logical_local_id(int dimension) const { return logical_.get_id(dimension); }
  range<Dimensions> get_physical_local_range() const { return physical_.get_range(); }
  std::size_t get_physical_local_range(int dimension) const {
    return physical_.get_range(dimension);
  }
  id<Dimensions> get_physical_local_id() const { return physical_.get_id(); }
  std::size_t get_physical_local_id(int dimension) const { return physical_.get_id(dimension); }

  friend bool operator==(const h_item& left, const h_item& right) {
    return left.global_ == right.global_ && left.logical_ == right.logical_ &&
           left.physical_ == right.physical_;
  }
  friend bool operator!=(const h_item& left, const h_item& right) { return !(left == right); }

 private:
  friend struct detail::h_item_access;
  h_item(const item<Dimensions, false>& global, const item<Dimensions, false>& logical,
         const item<Dimensions, false>& physical)
      : global_(global), logical_(logical), physical_(physical) {}
  item<Dimensions, false> global_;
  item<Dimensions, false> logical_;
  item<Dimensions, false> physical_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct h_item_access {
  /// The logical work-item at `in_logical` of a work-group, which the one at `in_physical` runs.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static h_item<Dimensions> make(const id<Dimensions>& group,
                                                    const range<Dimensions>& global,
                                                    const range<Dimensions>& physical,
                                                    const range<Dimensions>& logical,
                                                    const id<Dimensions>& in_physical,
                                                    const id<Dimensions>& in_logical) {
    return h_item<Dimensions>(item_access::make(global, group * physical + in_physical),
                              item_access::make(logical, in_logical),
                              item_access::make(physical, in_physical));
  }
};

/// Calls the function for each id of a range, in loops that need no division. The last dimension is the innermost.
template <int Dimension = 0, int Dimensions, class Function>
CLEAVE_SYCL_INLINE void for_each_place(const range<Dimensions>& extent, const Function& function,
                                       id<Dimensions> place = {}) {
  for (std::size_t i = 0; i < extent[Dimension]; ++i) {
    place[Dimension] = i;
    if constexpr (Dimension + 1 < Dimensions) {
      detail::for_each_place<Dimension + 1>(extent, function, place);
    } else {
      function(place);
    }
  }
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

}  // namespace _v1
}  // namespace sycl

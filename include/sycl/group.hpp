// Declares group: a work-group (SYCL 2020, 4.9.1.7).
#pragma once

#include <cstddef>

#include "detail/builtins.hpp"
#include "device_event.hpp"
#include "h_item.hpp"
#include "item.hpp"
#include "memory_enums.hpp"
#include "range.hpp"
#include "sub_group.hpp"

namespace sycl {
inline namespace _v1 {

namespace CLEAVE_SYCL_HIDDEN detail {
/// Asks for the group of this work-item.
struct own_group {};
}  // namespace CLEAVE_SYCL_HIDDEN detail

/// A value: it may be kept in memory, and be asked by other kernels and by the host. The driver's compiler computes ids again
/// behind barriers, so that members cost nothing there. In a hierarchical launch one work-item of a work-group runs all code of
/// the kernel, and the loops of parallel_for_work_item.
template <int Dimensions = 1>
class group {
 public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  group() = delete;

  CLEAVE_SYCL_INLINE id<Dimensions> get_group_id() const { return id_; }
  CLEAVE_SYCL_INLINE std::size_t get_group_id(int dimension) const { return id_[dimension]; }
  CLEAVE_SYCL_INLINE id<Dimensions> get_local_id() const { return local_id_; }
  CLEAVE_SYCL_INLINE std::size_t get_local_id(int dimension) const { return local_id_[dimension]; }
  CLEAVE_SYCL_INLINE range<Dimensions> get_local_range() const { return local_range_; }
  CLEAVE_SYCL_INLINE std::size_t get_local_range(int dimension) const {
    return local_range_[dimension];
  }
  CLEAVE_SYCL_INLINE range<Dimensions> get_group_range() const { return group_range_; }
  CLEAVE_SYCL_INLINE std::size_t get_group_range(int dimension) const {
    return group_range_[dimension];
  }
  CLEAVE_SYCL_INLINE range<Dimensions> get_max_local_range() const { return get_local_range(); }
  CLEAVE_SYCL_INLINE std::size_t operator[](int dimension) const { return get_group_id(dimension); }
  CLEAVE_SYCL_INLINE std::size_t get_group_linear_id() const {
    return detail::linear(get_group_range(), get_group_id());
  }
  CLEAVE_SYCL_INLINE std::size_t get_local_linear_id() const {
    return detail::linear(get_local_range(), get_local_id());
  }
  CLEAVE_SYCL_INLINE std::size_t get_group_linear_range() const { return get_group_range().size(); }
  CLEAVE_SYCL_INLINE std::size_t get_local_linear_range() const { return get_local_range().size(); }
  [[deprecated("use get_group_id")]] CLEAVE_SYCL_INLINE id<Dimensions> get_id() const {
    return get_group_id();
  }
  [[deprecated("use get_group_id")]] CLEAVE_SYCL_INLINE std::size_t get_id(int dimension) const {
    return get_group_id(dimension);
  }
  [[deprecated("use get_group_linear_id")]] CLEAVE_SYCL_INLINE std::size_t get_linear_id() const {
    return get_group_linear_id();
  }
  CLEAVE_SYCL_INLINE bool leader() const { return get_local_linear_id() == 0; }
  CLEAVE_SYCL_INLINE range<Dimensions> get_global_range() const {
    return detail::make_each<Dimensions, range<Dimensions>>(
        [&](int i) CLEAVE_SYCL_INLINED { return get_global_range(i); });
  }
  CLEAVE_SYCL_INLINE std::size_t get_global_range(int dimension) const {
    return get_group_range(dimension) * get_local_range(dimension);
  }

  /// Calls the function for each work-item of the work-group. Of hierarchical launches alone.
  template <class Function>
  void parallel_for_work_item(const Function& function) const {
    const range<Dimensions> local = get_local_range();
    detail::for_each_place(local, [&](const id<Dimensions>& place) {
      function(detail::h_item_access::make(get_group_id(), get_global_range(), local, local, place,
                                           place));
    });
  }
  /// The same for a range of logical work-items, which those of the work-group take in turn.
  template <class Function>
  void parallel_for_work_item(range<Dimensions> logical, const Function& function) const {
    const range<Dimensions> physical = get_local_range();
    detail::for_each_place(logical, [&](const id<Dimensions>& place) {
      function(detail::h_item_access::make(get_group_id(), get_global_range(), physical, logical,
                                           place % physical, place));
    });
  }

  CLEAVE_SYCL_GROUP_COPIES

  /// Orders this work-item's accesses to memory.
  template <access_mode = access_mode::read_write>
  [[deprecated("use atomic_fence")]] void mem_fence(
      access::fence_space = access::fence_space::global_and_local) const {
    detail::cl::atomic_work_item_fence(detail::cl::local_fence | detail::cl::global_fence,
                                       detail::cl::order_acq_rel, detail::cl::scope_work_group);
  }

  /// Groups of two work-items of one work-group are equal.
  friend bool operator==(const group& left, const group& right) {
    return left.id_ == right.id_ && left.local_range_ == right.local_range_ &&
           left.group_range_ == right.group_range_;
  }
  friend bool operator!=(const group& left, const group& right) { return !(left == right); }

 private:
  friend struct detail::group_access;
  /// That of a hierarchical launch.
  CLEAVE_SYCL_INLINE explicit group(const range<Dimensions>& local)
      : id_(detail::ask<Dimensions, id>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_group_id(i); })),
        local_range_(local),
        group_range_(detail::ask<Dimensions, range>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_num_groups(i); })),
        is_alone_(1) {}
  /// This work-item's.
  CLEAVE_SYCL_INLINE explicit group(detail::own_group)
      : id_(detail::ask<Dimensions, id>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_group_id(i); })),
        local_id_(detail::ask<Dimensions, id>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_local_id(i); })),
        local_range_(detail::ask<Dimensions, range>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_local_size(i); })),
        group_range_(detail::ask<Dimensions, range>(
            [](unsigned i) CLEAVE_SYCL_INLINED { return detail::cl::get_num_groups(i); })),
        is_alone_(0) {}

  template <class To, class From>
  device_event copy_share(const To& to, const From& from, std::size_t count,
                          std::size_t stride) const {
    return detail::group_copy::run(to, from, count, stride,
                                   is_alone_ != 0 ? 0 : get_local_linear_id(),
                                   is_alone_ != 0 ? 1 : get_local_linear_range(), is_alone_ != 0);
  }

  id<Dimensions> id_;
  id<Dimensions> local_id_;  // of the work-item that asked for the group
  range<Dimensions> local_range_;
  range<Dimensions> group_range_;
  // Whether the work-item runs for all of its work-group; as wide as the others, since a copy of padding would be an array
  // of bytes to compilers.
  std::size_t is_alone_;
};

namespace CLEAVE_SYCL_HIDDEN detail {
struct group_access {
  /// This work-item's.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static group<Dimensions> here() {
    return group<Dimensions>(own_group{});
  }
  /// That of a hierarchical launch.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static group<Dimensions> whole(const range<Dimensions>& local) {
    return group<Dimensions>(local);
  }
  /// The sub-group of the same work-item.
  template <int Dimensions>
  CLEAVE_SYCL_INLINE static sub_group its_sub_group(const group<Dimensions>& its_group) {
    return sub_group(its_group.get_group_linear_id());
  }
  /// This work-item's.
  CLEAVE_SYCL_INLINE static sub_group sub_group_here() {
    const std::size_t rows = cl::get_group_id(2) * cl::get_num_groups(1) + cl::get_group_id(1);
    return sub_group(rows * cl::get_num_groups(0) + cl::get_group_id(0));
  }
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

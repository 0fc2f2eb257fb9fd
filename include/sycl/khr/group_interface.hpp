// Declares groups with shorter names than those of SYCL 2020 (sycl_khr_group_interface).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#if __cplusplus >= 202302L && __has_include(<mdspan>)
#include <mdspan>
#endif

#include "../group.hpp"
#include "../memory_enums.hpp"
#include "../sub_group.hpp"

namespace sycl {
inline namespace _v1 {
namespace khr {
template <int Dimensions = 1>
class work_group;
class sub_group;
template <class ParentGroup>
class member_item;
}  // namespace khr

namespace CLEAVE_SYCL_HIDDEN detail {

// Groups tell their sizes by std::extents, too, where the standard library has that (C++23).
#ifdef __cpp_lib_mdspan
template <class Index, int Dimensions>
using group_extents_type = std::dextents<Index, Dimensions>;
template <class Index, int Dimensions>
struct item_extents;
template <class Index>
struct item_extents<Index, 1> : std::type_identity<std::extents<Index, 1>> {};
template <class Index>
struct item_extents<Index, 2> : std::type_identity<std::extents<Index, 1, 1>> {};
template <class Index>
struct item_extents<Index, 3> : std::type_identity<std::extents<Index, 1, 1, 1>> {};

template <class Group, class Extents>
class with_extents {
 public:
  using extents_type = Extents;
  constexpr extents_type extents() const noexcept {
    return static_cast<const Group&>(*this).template its_extents<extents_type>();
  }
  constexpr typename extents_type::index_type extent(
      typename extents_type::rank_type r) const noexcept {
    return extents().extent(r);
  }
  static constexpr typename extents_type::rank_type rank() noexcept { return extents_type::rank(); }
  static constexpr typename extents_type::rank_type rank_dynamic() noexcept {
    return extents_type::rank_dynamic();
  }
  static constexpr std::size_t static_extent(typename extents_type::rank_type r) noexcept {
    return extents_type::static_extent(r);
  }
};
#else
template <class Index, int Dimensions>
using group_extents_type = void;
template <class Index, int Dimensions>
struct item_extents {
  using type = void;
};
template <class Group, class Extents>
class with_extents {};
#endif

template <class Group>
inline constexpr bool is_khr_parent = false;
template <int Dimensions>
inline constexpr bool is_khr_parent<khr::work_group<Dimensions>> = true;
template <>
inline constexpr bool is_khr_parent<khr::sub_group> = true;

}  // namespace CLEAVE_SYCL_HIDDEN detail

namespace khr {

/// The work-item that asks, in its group.
template <class Group, std::enable_if_t<detail::is_khr_parent<Group>, int> = 0>
CLEAVE_SYCL_INLINE member_item<Group> get_member_item(const Group& its_group) noexcept {
  return member_item<Group>(its_group);
}

template <int Dimensions>
class work_group
    : public detail::with_extents<work_group<Dimensions>,
                                  detail::group_extents_type<std::size_t, Dimensions>> {
 public:
  using id_type = sycl::id<Dimensions>;
  using linear_id_type = std::size_t;
  using range_type = sycl::range<Dimensions>;
  using size_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  CLEAVE_SYCL_INLINE work_group(const group<Dimensions>& of) noexcept : group_(of) {}
  CLEAVE_SYCL_INLINE operator group<Dimensions>() const noexcept { return group_; }

  CLEAVE_SYCL_INLINE id_type id() const noexcept { return group_.get_group_id(); }
  CLEAVE_SYCL_INLINE linear_id_type linear_id() const noexcept {
    return group_.get_group_linear_id();
  }
  CLEAVE_SYCL_INLINE range_type range() const noexcept { return group_.get_group_range(); }
  CLEAVE_SYCL_INLINE size_type size() const noexcept { return group_.get_local_linear_range(); }

  friend bool operator==(const work_group& left, const work_group& right) {
    return left.group_ == right.group_;
  }
  friend bool operator!=(const work_group& left, const work_group& right) {
    return !(left == right);
  }

 private:
  friend class member_item<work_group>;
  template <class, class>
  friend class detail::with_extents;
  template <class Extents>
  constexpr Extents its_extents() const noexcept {
    const auto sizes = group_.get_local_range();
    if constexpr (Dimensions == 1) {
      return Extents(sizes[0]);
    } else if constexpr (Dimensions == 2) {
      return Extents(sizes[0], sizes[1]);
    } else {
      return Extents(sizes[0], sizes[1], sizes[2]);
    }
  }
  CLEAVE_SYCL_INLINE auto item_id() const { return group_.get_local_id(); }
  CLEAVE_SYCL_INLINE auto item_linear_id() const { return group_.get_local_linear_id(); }
  CLEAVE_SYCL_INLINE auto item_range() const { return group_.get_local_range(); }

  group<Dimensions> group_;
};
template <int Dimensions>
work_group(const group<Dimensions>&) -> work_group<Dimensions>;

class sub_group
    : public detail::with_extents<sub_group, detail::group_extents_type<std::uint32_t, 1>> {
 public:
  using id_type = sycl::id<1>;
  using linear_id_type = std::uint32_t;
  using range_type = sycl::range<1>;
  using size_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  CLEAVE_SYCL_INLINE sub_group(const sycl::sub_group& of) noexcept : group_(of) {}
  CLEAVE_SYCL_INLINE operator sycl::sub_group() const noexcept { return group_; }

  CLEAVE_SYCL_INLINE id_type id() const noexcept { return group_.get_group_id(); }
  CLEAVE_SYCL_INLINE linear_id_type linear_id() const noexcept {
    return group_.get_group_linear_id();
  }
  CLEAVE_SYCL_INLINE range_type range() const noexcept { return group_.get_group_range(); }
  CLEAVE_SYCL_INLINE size_type size() const noexcept { return group_.get_local_linear_range(); }
  CLEAVE_SYCL_INLINE size_type max_size() const noexcept {
    return static_cast<size_type>(group_.get_max_local_range()[0]);
  }

  friend bool operator==(const sub_group& left, const sub_group& right) {
    return left.group_ == right.group_;
  }
  friend bool operator!=(const sub_group& left, const sub_group& right) { return !(left == right); }

 private:
  friend class member_item<sub_group>;
  template <class, class>
  friend class detail::with_extents;
  template <class Extents>
  constexpr Extents its_extents() const noexcept {
    return Extents(size());
  }
  CLEAVE_SYCL_INLINE auto item_id() const { return group_.get_local_id(); }
  CLEAVE_SYCL_INLINE auto item_linear_id() const { return group_.get_local_linear_id(); }
  CLEAVE_SYCL_INLINE auto item_range() const { return group_.get_local_range(); }

  sycl::sub_group group_;
};

/// A group of one work-item of another group.
template <class ParentGroup>
class member_item
    : public detail::with_extents<member_item<ParentGroup>,
                                  typename detail::item_extents<typename ParentGroup::size_type,
                                                                ParentGroup::dimensions>::type> {
 public:
  using id_type = typename ParentGroup::id_type;
  using linear_id_type = typename ParentGroup::linear_id_type;
  using range_type = typename ParentGroup::range_type;
  using size_type = typename ParentGroup::size_type;
  static constexpr int dimensions = ParentGroup::dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_item;

  CLEAVE_SYCL_INLINE id_type id() const noexcept { return parent_.item_id(); }
  CLEAVE_SYCL_INLINE linear_id_type linear_id() const noexcept { return parent_.item_linear_id(); }
  CLEAVE_SYCL_INLINE range_type range() const noexcept { return parent_.item_range(); }
  constexpr size_type size() const noexcept { return 1; }

  friend bool operator==(const member_item& left, const member_item& right) {
    return left.parent_ == right.parent_ && left.id() == right.id();
  }
  friend bool operator!=(const member_item& left, const member_item& right) {
    return !(left == right);
  }

 private:
  template <class Group, std::enable_if_t<detail::is_khr_parent<Group>, int>>
  friend member_item<Group> get_member_item(const Group&) noexcept;
  template <class, class>
  friend class detail::with_extents;
  template <class Extents>
  constexpr Extents its_extents() const noexcept {
    return Extents();
  }
  CLEAVE_SYCL_INLINE explicit member_item(const ParentGroup& parent) : parent_(parent) {}

  ParentGroup parent_;
};

/// Whether the work-item is the one of its group that has index 0.
template <class Group, std::enable_if_t<detail::is_khr_parent<Group>, int> = 0>
CLEAVE_SYCL_INLINE bool leader_of(const Group& its_group) noexcept {
  return khr::get_member_item(its_group).linear_id() == 0;
}
/// A work-item leads the group that it is alone.
template <class ParentGroup>
CLEAVE_SYCL_INLINE bool leader_of(const member_item<ParentGroup>&) noexcept {
  return true;
}

}  // namespace khr
}  // namespace _v1
}  // namespace sycl

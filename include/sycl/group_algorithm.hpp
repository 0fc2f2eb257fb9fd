// Declares what the work-items of a group compute together (SYCL 2020, 4.17.3 and 4.17.4). Reductions and scans
// take numbers, and the function objects of SYCL.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

#include "detail/group_operations.hpp"
#include "group_barrier.hpp"

namespace sycl {
inline namespace _v1 {

template <class Group>
using enable_if_group = std::enable_if_t<is_group_v<std::decay_t<Group>>, int>;

// Values of other work-items.

template <class Group, class Type, enable_if_group<Group> = 0>
Type group_broadcast(Group g, Type x, typename Group::id_type from) {
  return detail::broadcast(g, x, from);
}
template <class Group, class Type, enable_if_group<Group> = 0>
Type group_broadcast(Group g, Type x, typename Group::linear_id_type from) {
  return detail::broadcast(g, x, detail::delinear(g.get_local_range(), from));
}
template <class Group, class Type, enable_if_group<Group> = 0>
Type group_broadcast(Group g, Type x) {
  return detail::broadcast(g, x, typename Group::id_type());
}

template <class Type>
Type shift_group_left(sub_group, Type x, sub_group::linear_id_type delta = 1) {
  return detail::exchange(
      x, [&](auto number) { return detail::cl::sub_group_shuffle_down(number, delta); });
}
template <class Type>
Type shift_group_right(sub_group, Type x, sub_group::linear_id_type delta = 1) {
  return detail::exchange(
      x, [&](auto number) { return detail::cl::sub_group_shuffle_up(number, delta); });
}
template <class Type>
Type permute_group_by_xor(sub_group, Type x, sub_group::linear_id_type mask) {
  return detail::exchange(
      x, [&](auto number) { return detail::cl::sub_group_shuffle_xor(number, mask); });
}
template <class Type>
Type select_from_group(sub_group, Type x, sub_group::id_type from) {
  return detail::exchange(x, [&](auto number) {
    return detail::cl::sub_group_shuffle(number, static_cast<unsigned>(from[0]));
  });
}

// Votes.

template <class Group, enable_if_group<Group> = 0>
bool any_of_group(Group g, bool predicate) {
  return detail::any(g, predicate);
}
template <class Group, class Type, class Predicate, enable_if_group<Group> = 0>
bool any_of_group(Group g, Type x, Predicate predicate) {
  return detail::any(g, predicate(x));
}
template <class Group, enable_if_group<Group> = 0>
bool all_of_group(Group g, bool predicate) {
  return detail::all(g, predicate);
}
template <class Group, class Type, class Predicate, enable_if_group<Group> = 0>
bool all_of_group(Group g, Type x, Predicate predicate) {
  return detail::all(g, predicate(x));
}
template <class Group, enable_if_group<Group> = 0>
bool none_of_group(Group g, bool predicate) {
  return !detail::any(g, predicate);
}
template <class Group, class Type, class Predicate, enable_if_group<Group> = 0>
bool none_of_group(Group g, Type x, Predicate predicate) {
  return !detail::any(g, predicate(x));
}

namespace CLEAVE_SYCL_HIDDEN detail {
/// Calls a function for this work-item's elements of a sequence.
template <class Group, class Pointer, class Function>
void for_own(const Group& g, Pointer first, Pointer last, Function function) {
  const std::ptrdiff_t step = static_cast<std::ptrdiff_t>(g.get_local_linear_range());
  for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(g.get_local_linear_id()); i < last - first;
       i += step) {
    function(first[i]);
  }
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Group, class Pointer, class Predicate, enable_if_group<Group> = 0>
bool joint_any_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  bool found = false;
  detail::for_own(g, first, last, [&](const auto& value) { found = found || predicate(value); });
  return detail::any(g, found);
}
template <class Group, class Pointer, class Predicate, enable_if_group<Group> = 0>
bool joint_all_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  bool holds = true;
  detail::for_own(g, first, last, [&](const auto& value) { holds = holds && predicate(value); });
  return detail::all(g, holds);
}
template <class Group, class Pointer, class Predicate, enable_if_group<Group> = 0>
bool joint_none_of(Group g, Pointer first, Pointer last, Predicate predicate) {
  return !joint_any_of(g, first, last, predicate);
}

// Reductions.

template <class Group, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_collective<Operation, Type> = 0>
Type reduce_over_group(Group g, Type x, Operation) {
  constexpr auto which = detail::collective_of<Operation, Type>();
  return detail::from_collective<Type>(detail::reduce<which>(g, detail::to_collective(x)));
}
template <class Group, class Value, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_collective<Operation, Type> = 0>
Type reduce_over_group(Group g, Value x, Type init, Operation operation) {
  return operation(init, reduce_over_group(g, static_cast<Type>(x), operation));
}

template <class Group, class Pointer, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_collective<Operation, Type> = 0>
Type joint_reduce(Group g, Pointer first, Pointer last, Type init, Operation operation) {
  Type own = known_identity_v<Operation, Type>;
  detail::for_own(g, first, last, [&](const auto& value) { own = operation(own, Type(value)); });
  return operation(init, reduce_over_group(g, own, operation));
}
template <
    class Group, class Pointer, class Operation, enable_if_group<Group> = 0,
    detail::enable_if_collective<Operation, typename std::iterator_traits<Pointer>::value_type> = 0>
auto joint_reduce(Group g, Pointer first, Pointer last, Operation operation) {
  using Type = typename std::iterator_traits<Pointer>::value_type;
  return joint_reduce(g, first, last, Type(known_identity_v<Operation, Type>), operation);
}

// Scans: the order of values is that of linear ids.

template <class Group, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_collective<Operation, Type> = 0>
Type inclusive_scan_over_group(Group g, Type x, Operation) {
  constexpr auto which = detail::collective_of<Operation, Type>();
  return detail::from_collective<Type>(detail::scan_inclusive<which>(g, detail::to_collective(x)));
}
template <class Group, class Value, class Operation, class Type, enable_if_group<Group> = 0,
          detail::enable_if_collective<Operation, Type> = 0>
Type inclusive_scan_over_group(Group g, Value x, Operation operation, Type init) {
  return operation(init, inclusive_scan_over_group(g, static_cast<Type>(x), operation));
}
template <class Group, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_collective<Operation, Type> = 0>
Type exclusive_scan_over_group(Group g, Type x, Operation) {
  constexpr auto which = detail::collective_of<Operation, Type>();
  const auto scanned = detail::scan_exclusive<which>(g, detail::to_collective(x));
  // The driver's identity is that of a wider type, where the type is a narrow one.
  return g.get_local_linear_id() == 0 ? Type(known_identity_v<Operation, Type>)
                                      : detail::from_collective<Type>(scanned);
}
template <class Group, class Value, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_collective<Operation, Type> = 0>
Type exclusive_scan_over_group(Group g, Value x, Type init, Operation operation) {
  return operation(init, exclusive_scan_over_group(g, static_cast<Type>(x), operation));
}

namespace CLEAVE_SYCL_HIDDEN detail {
/// Scans a sequence, as many values at a time as the group has work-items.
template <bool IsInclusive, class Group, class From, class To, class Type, class Operation>
To joint_scan(const Group& g, From first, From last, To to, Type carried, Operation operation) {
  const std::ptrdiff_t count = last - first;
  const auto width = static_cast<std::ptrdiff_t>(g.get_local_linear_range());
  const auto own = static_cast<std::ptrdiff_t>(g.get_local_linear_id());
  for (std::ptrdiff_t begin = 0; begin < count; begin += width) {
    const bool is_inside = begin + own < count;
    const Type value =
        is_inside ? Type(first[begin + own]) : Type(known_identity_v<Operation, Type>);
    const Type before = exclusive_scan_over_group(g, value, operation);
    const Type up_to_here = operation(before, value);
    if (is_inside) to[begin + own] = operation(carried, IsInclusive ? up_to_here : before);
    carried = operation(carried, detail::broadcast(g, up_to_here,
                                                   delinear(g.get_local_range(),
                                                            static_cast<std::size_t>(width - 1))));
  }
  return to + count;
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Group, class From, class To, class Operation, class Type,
          enable_if_group<Group> = 0, detail::enable_if_collective<Operation, Type> = 0>
To joint_inclusive_scan(Group g, From first, From last, To to, Operation operation, Type init) {
  return detail::joint_scan<true>(g, first, last, to, init, operation);
}
template <
    class Group, class From, class To, class Operation, enable_if_group<Group> = 0,
    detail::enable_if_collective<Operation, typename std::iterator_traits<From>::value_type> = 0>
To joint_inclusive_scan(Group g, From first, From last, To to, Operation operation) {
  using Type = typename std::iterator_traits<From>::value_type;
  return detail::joint_scan<true>(g, first, last, to, Type(known_identity_v<Operation, Type>),
                                  operation);
}
template <class Group, class From, class To, class Type, class Operation,
          enable_if_group<Group> = 0, detail::enable_if_collective<Operation, Type> = 0>
To joint_exclusive_scan(Group g, From first, From last, To to, Type init, Operation operation) {
  return detail::joint_scan<false>(g, first, last, to, init, operation);
}
template <
    class Group, class From, class To, class Operation, enable_if_group<Group> = 0,
    detail::enable_if_collective<Operation, typename std::iterator_traits<From>::value_type> = 0>
To joint_exclusive_scan(Group g, From first, From last, To to, Operation operation) {
  using Type = typename std::iterator_traits<From>::value_type;
  return detail::joint_scan<false>(g, first, last, to, Type(known_identity_v<Operation, Type>),
                                   operation);
}

}  // namespace _v1
}  // namespace sycl

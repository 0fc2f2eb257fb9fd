// Declares what the work-items of a group compute together (SYCL 2020, 4.17.3 and 4.17.4).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "detail/group_exchange.hpp"
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

namespace CLEAVE_SYCL_HIDDEN detail {
/// The type of what an iterator points to, without const.
template <class Pointer>
using pointee = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<Pointer&>())>>;
template <class Operation, class Type>
using enable_if_operation =
    std::enable_if_t<std::is_invocable_v<Operation&, const Type&, const Type&>, int>;
template <class Operation, class Type>
using enable_if_known = std::enable_if_t<has_known_identity_v<Operation, Type>, int>;
}  // namespace CLEAVE_SYCL_HIDDEN detail

// Reductions: by the driver's collective functions where these have the operation and the type, otherwise by
// functions that send values from one work-item to another. Any associative function object may be the operation, and
// values may be of any type that is trivially copyable.
template <class Group, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, Type> = 0>
Type reduce_over_group(Group g, Type x, Operation operation) {
  constexpr auto which = detail::collective_of<Operation, Type>();
  if constexpr (which != detail::collective::none) {
    return detail::from_collective<Type>(detail::reduce<which>(g, detail::to_collective(x)));
  } else {
    return detail::reduce_any(g, x, operation);
  }
}
template <class Group, class Value, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, Type> = 0>
Type reduce_over_group(Group g, Value x, Type init, Operation operation) {
  return operation(init, reduce_over_group(g, static_cast<Type>(x), operation));
}
template <class Group, class Pointer, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, Type> = 0>
Type joint_reduce(Group g, Pointer first, Pointer last, Type init, Operation operation) {
  if constexpr (detail::collective_of<Operation, Type>() != detail::collective::none) {
    Type own = known_identity_v<Operation, Type>;
    detail::for_own(g, first, last, [&](const auto& value) { own = operation(own, Type(value)); });
    return operation(init, reduce_over_group(g, own, operation));
  } else {
    const detail::maybe_operation<Operation> combine{operation};
    detail::maybe<Type> own{init, false};
    detail::for_own(g, first, last,
                    [&](const auto& value) { own = combine(own, {Type(value), true}); });
    return combine({init, true}, detail::reduce_any(g, own, combine)).value;
  }
}
template <class Group, class Pointer, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, detail::pointee<Pointer>> = 0>
auto joint_reduce(Group g, Pointer first, Pointer last, Operation operation) {
  using Type = detail::pointee<Pointer>;
  if constexpr (has_known_identity_v<Operation, Type>) {
    return joint_reduce(g, first, last, Type(known_identity_v<Operation, Type>), operation);
  } else {  // there is a first value
    return joint_reduce(g, first + 1, last, Type(*first), operation);
  }
}

// Scans: the order of values is that of linear ids.
template <class Group, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, Type> = 0>
Type inclusive_scan_over_group(Group g, Type x, Operation operation) {
  constexpr auto which = detail::collective_of<Operation, Type>();
  if constexpr (which != detail::collective::none) {
    return detail::from_collective<Type>(
        detail::scan_inclusive<which>(g, detail::to_collective(x)));
  } else {
    return detail::scan_any(g, x, operation).up_to_here;
  }
}
template <class Group, class Value, class Operation, class Type, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, Type> = 0>
Type inclusive_scan_over_group(Group g, Value x, Operation operation, Type init) {
  return operation(init, inclusive_scan_over_group(g, static_cast<Type>(x), operation));
}
template <class Group, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, Type> = 0,
          detail::enable_if_known<Operation, Type> = 0>
Type exclusive_scan_over_group(Group g, Type x, Operation operation) {
  constexpr auto which = detail::collective_of<Operation, Type>();
  if constexpr (which != detail::collective::none) {
    const auto scanned = detail::scan_exclusive<which>(g, detail::to_collective(x));
    // The driver's identity is that of a wider type, where the type is a narrow one.
    return g.get_local_linear_id() == 0 ? Type(known_identity_v<Operation, Type>)
                                        : detail::from_collective<Type>(scanned);
  } else {
    const auto scanned = detail::scan_any(g, x, operation);
    return scanned.before.has ? scanned.before.value : Type(known_identity_v<Operation, Type>);
  }
}
template <class Group, class Value, class Type, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, Type> = 0>
Type exclusive_scan_over_group(Group g, Value x, Type init, Operation operation) {
  if constexpr (detail::collective_of<Operation, Type>() != detail::collective::none) {
    return operation(init, exclusive_scan_over_group(g, static_cast<Type>(x), operation));
  } else {
    const auto scanned = detail::scan_any(g, static_cast<Type>(x), operation);
    return scanned.before.has ? Type(operation(init, scanned.before.value)) : init;
  }
}

namespace CLEAVE_SYCL_HIDDEN detail {
/// Scans a sequence, as many values at a time as the group has work-items. `carried` is what comes before the first.
template <bool IsInclusive, class Group, class From, class To, class Type, class Operation>
To joint_scan(const Group& g, From first, From last, To to, maybe<Type> carried,
              Operation operation) {
  using Result = pointee<To>;
  const maybe_operation<Operation> combine{operation};
  const std::ptrdiff_t count = last - first;
  const auto width = static_cast<std::ptrdiff_t>(g.get_local_linear_range());
  const auto own = static_cast<std::ptrdiff_t>(g.get_local_linear_id());
  const auto end = delinear(g.get_local_range(), static_cast<std::size_t>(width - 1));
  for (std::ptrdiff_t begin = 0; begin < count; begin += width) {
    const bool is_inside = begin + own < count;
    if constexpr (collective_of<Operation, Type>() != collective::none) {
      constexpr Type identity = known_identity_v<Operation, Type>;
      const Type value = is_inside ? Type(first[begin + own]) : identity;
      const Type before = exclusive_scan_over_group(g, value, operation);
      const Type up_to_here = operation(before, value);
      if (is_inside) {
        to[begin + own] =
            static_cast<Result>(combine(carried, {IsInclusive ? up_to_here : before, true}).value);
      }
      carried = combine(carried, {detail::broadcast(g, up_to_here, end), true});
    } else {
      const maybe<Type> value{is_inside ? Type(first[begin + own]) : carried.value, is_inside};
      const auto scanned = detail::scan_any(g, value, combine);
      const maybe<Type> before =
          scanned.before.has ? combine(carried, scanned.before.value) : carried;
      if (is_inside) {
        to[begin + own] = static_cast<Result>(
            IsInclusive ? combine(carried, scanned.up_to_here).value : before.value);
      }
      carried = combine(carried, detail::broadcast(g, scanned.up_to_here, end));
    }
  }
  return to + count;
}
}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Group, class From, class To, class Operation, class Type,
          enable_if_group<Group> = 0, detail::enable_if_operation<Operation, Type> = 0>
To joint_inclusive_scan(Group g, From first, From last, To to, Operation operation, Type init) {
  return detail::joint_scan<true>(g, first, last, to, detail::maybe<Type>{init, true}, operation);
}
template <class Group, class From, class To, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, detail::pointee<To>> = 0>
To joint_inclusive_scan(Group g, From first, From last, To to, Operation operation) {
  using Type = detail::pointee<To>;
  if (first == last) return to;
  return detail::joint_scan<true>(g, first, last, to, detail::maybe<Type>{Type(*first), false},
                                  operation);
}
template <class Group, class From, class To, class Type, class Operation,
          enable_if_group<Group> = 0, detail::enable_if_operation<Operation, Type> = 0>
To joint_exclusive_scan(Group g, From first, From last, To to, Type init, Operation operation) {
  return detail::joint_scan<false>(g, first, last, to, detail::maybe<Type>{init, true}, operation);
}
template <class Group, class From, class To, class Operation, enable_if_group<Group> = 0,
          detail::enable_if_operation<Operation, detail::pointee<To>> = 0,
          detail::enable_if_known<Operation, detail::pointee<To>> = 0>
To joint_exclusive_scan(Group g, From first, From last, To to, Operation operation) {
  using Type = detail::pointee<To>;
  return joint_exclusive_scan(g, first, last, to, Type(known_identity_v<Operation, Type>),
                              operation);
}

}  // namespace _v1
}  // namespace sycl

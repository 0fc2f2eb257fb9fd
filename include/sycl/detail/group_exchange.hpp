// Reduces and scans values of any type by any operation: work-items send them to each other.
#pragma once

#include <cstddef>

#include "config.hpp"
#include "group_operations.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

/// A value, or none: `value` is then any.
template <class Type>
struct maybe {
  Type value;
  bool has;
};
/// An operation that takes none for its identity.
template <class Operation>
struct maybe_operation {
  Operation operation;
  template <class Type>
  maybe<Type> operator()(const maybe<Type>& left, const maybe<Type>& right) const {
    if (!left.has) return right;
    if (!right.has) return left;
    return {static_cast<Type>(operation(left.value, right.value)), true};
  }
};

/// A scan as a work-item knows it.
template <class Type>
struct scanned_value {
  maybe<Type> before;  // of all work-items before; the first has none
  Type up_to_here;     // with its own
};

template <class Type, class Operation>
scanned_value<Type> scan_any(const sub_group& lanes, const Type& x, Operation operation) {
  const unsigned lane = lanes.get_local_linear_id();
  const unsigned width = lanes.get_local_linear_range();
  Type up_to_here = x;
  for (unsigned distance = 1; distance < width; distance *= 2) {
    const Type other = detail::exchange(
        up_to_here, [&](auto number) { return cl::sub_group_shuffle_up(number, distance); });
    if (lane >= distance) up_to_here = static_cast<Type>(operation(other, up_to_here));
  }
  const Type before = detail::exchange(
      up_to_here, [&](auto number) { return cl::sub_group_shuffle_up(number, 1u); });
  return {{before, lane != 0}, up_to_here};
}
template <class Type, class Operation>
Type reduce_any(const sub_group& lanes, const Type& x, Operation operation) {
  return detail::broadcast(lanes, detail::scan_any(lanes, x, operation).up_to_here,
                           id<1>(lanes.get_local_linear_range() - 1));
}

/// Whether sub-groups hold work-items with successive linear ids, all but the last as many.
template <int Dimensions>
bool has_linear_sub_groups(const group<Dimensions>& g, const sub_group& lanes) {
  const std::size_t first = lanes.get_group_linear_id() * lanes.get_max_local_range()[0];
  return all(g, first + lanes.get_local_linear_id() == g.get_local_linear_id());
}

/// Sub-groups scan theirs, and add what those before them have found. Where the driver puts work-items into sub-groups in another
/// order, each takes the values of all before it.
template <int Dimensions, class Type, class Operation>
scanned_value<Type> scan_any(const group<Dimensions>& g, const Type& x, Operation operation) {
  const sub_group lanes = group_access::its_sub_group(g);
  const maybe_operation<Operation> combine{operation};
  const std::size_t count = g.get_local_linear_range();
  maybe<Type> carried{x, false};
  if (!has_linear_sub_groups(g, lanes)) {
    for (std::size_t i = 0; i < count; ++i) {
      const Type value = detail::broadcast(g, x, delinear(g.get_local_range(), i));
      if (i < g.get_local_linear_id()) carried = combine(carried, {value, true});
    }
    return {carried, combine(carried, {x, true}).value};
  }
  const scanned_value<Type> own = detail::scan_any(lanes, x, operation);
  const std::size_t width = lanes.get_max_local_range()[0];
  for (std::size_t i = 0; (i + 1) * width < count; ++i) {  // the last one's is of interest to none
    const Type total =
        detail::broadcast(g, own.up_to_here, delinear(g.get_local_range(), (i + 1) * width - 1));
    if (i < lanes.get_group_linear_id()) carried = combine(carried, {total, true});
  }
  return {combine(carried, own.before), combine(carried, {own.up_to_here, true}).value};
}
template <int Dimensions, class Type, class Operation>
Type reduce_any(const group<Dimensions>& g, const Type& x, Operation operation) {
  return detail::broadcast(g, detail::scan_any(g, x, operation).up_to_here,
                           delinear(g.get_local_range(), g.get_local_linear_range() - 1));
}

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl

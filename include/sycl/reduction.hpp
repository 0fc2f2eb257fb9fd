// Declares reductions: one value of what all work-items contribute (SYCL 2020, 4.9.2).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "accessor.hpp"
#include "atomic_ref.hpp"
#include "detail/builtins.hpp"
#include "detail/reduction_items.hpp"
#include "functional.hpp"
#include "group_algorithm.hpp"
#include "handler.hpp"
#include "kernel_handler.hpp"
#include "queue.hpp"
#include "reducer.hpp"
#include "span.hpp"

namespace sycl {
inline namespace _v1 {

namespace property::reduction {
/// The result begins with the identity: what was there before does not count.
struct initialize_to_identity {};
}  // namespace property::reduction
CLEAVE_SYCL_PROPERTY(property::reduction, initialize_to_identity)

namespace CLEAVE_SYCL_HIDDEN detail {

/// A reduction of `Extent` elements as kernels have it. `partials` has a place for each element and work-group.
template <class Type, class Operation, int Dimensions, std::size_t Extent, bool HasIdentity>
struct reduction_data {
  using gathering = detail::gathering<Type, Operation, HasIdentity>;
  using value_type = typename gathering::value_type;
  using reducer_type = reducer<Type, Operation, Dimensions, Extent, HasIdentity>;
  static constexpr std::size_t extent = Extent;
  static constexpr bool has_identity = HasIdentity;

  Type* result;
  value_type* partials;
  typename gathering::identity_type identity;
  Operation operation;
  bool keeps_before;  // what was in the result counts

  typename gathering::operation_type combine() const { return {operation}; }
};

/// A reduction as the user asks for it.
template <class Type, class Operation, int Dimensions, std::size_t Extent, bool HasIdentity>
class reduction_request {
 public:
  using data_type = reduction_data<Type, Operation, Dimensions, Extent, HasIdentity>;
  /// The size of a work-group's partial results.
  static constexpr std::size_t group_bytes = sizeof(typename data_type::value_type) * Extent;

  reduction_request(Type* result, cleave_sycl_buffer* buffer, std::size_t first,
                    const typename data_type::gathering::identity_type& identity,
                    const Operation& operation, bool keeps_before)
      : data_{result, nullptr, identity, operation, keeps_before}, buffer_(buffer), first_(first) {}

  /// With the memory that a launch uses.
  data_type bind(handler& group, void* partials) const {
    data_type data = data_;
    data.partials = static_cast<typename data_type::value_type*>(partials);
    if (buffer_ != nullptr) {
      const unsigned no_init = data.keeps_before ? 0u : unsigned{CLEAVE_SYCL_ACCESS_NO_INIT};
      void* const address = handler_access::add_access(
          group, buffer_, CLEAVE_SYCL_ACCESS_READ | CLEAVE_SYCL_ACCESS_WRITE | no_init);
      data.result = static_cast<Type*>(address) + first_;
    }
    return data;
  }

 private:
  data_type data_;
  cleave_sycl_buffer* buffer_;  // null: the result is where the pointer says
  std::size_t first_;
};

template <class Argument>
struct is_reduction : std::false_type {};
template <class Type, class Operation, int Dimensions, std::size_t Extent, bool HasIdentity>
struct is_reduction<reduction_request<Type, Operation, Dimensions, Extent, HasIdentity>>
    : std::true_type {};

/// The reductions of a launch, as a list that devices copy byte by byte.
template <class... Reductions>
struct reduction_list {};
template <class First, class... Rest>
struct reduction_list<First, Rest...> {
  First first;
  reduction_list<Rest...> rest;
};

/// Makes the reducers of a work-item, calls `body` with all of them, and brings their values to the work-group's
/// partial results.
template <class Group, class Body, class... Reducers>
void with_reducers(const Group&, std::size_t, const reduction_list<>&, const Body& body,
                   Reducers&... reducers) {
  body(reducers...);
}
template <class Group, class Body, class First, class... Rest, class... Reducers>
void with_reducers(const Group& group, std::size_t number,
                   const reduction_list<First, Rest...>& list, const Body& body,
                   Reducers&... reducers) {
  const First& its = list.first;
  auto own =
      reducer_access::make<typename First::reducer_type>(its.identity, its.result, its.operation);
  with_reducers(group, number, list.rest, body, reducers..., own);
  for (std::size_t i = 0; i < First::extent; ++i) {
    const auto partial = reduce_over_group(group, reducer_access::value(own, i), its.combine());
    if (group.leader()) its.partials[number * First::extent + i] = partial;
  }
}

/// Combines the partial results of all work-groups, in one of them.
template <class Group>
void combine_partials(const Group&, std::size_t, const reduction_list<>&) {}
template <class Group, class First, class... Rest>
void combine_partials(const Group& group, std::size_t groups,
                      const reduction_list<First, Rest...>& list) {
  using value_type = typename First::value_type;
  const First& its = list.first;
  const auto combine = its.combine();
  for (std::size_t i = 0; i < First::extent; ++i) {
    auto* const result = its.result + i;
    value_type own = First::gathering::begin(its.identity, result);
    for (std::size_t number = group.get_local_linear_id(); number < groups;
         number += group.get_local_linear_range()) {
      own = static_cast<value_type>(combine(own, its.partials[number * First::extent + i]));
    }
    const value_type all = reduce_over_group(group, own, combine);
    if (!group.leader()) continue;
    if constexpr (First::has_identity) {
      *result = its.keeps_before ? First::gathering::add(*result, all, combine) : all;
    } else {
      *result = First::gathering::add(*result, all, combine);
    }
  }
  combine_partials(group, groups, list.rest);
}

/// The work-group that comes last combines what all have found.
template <class Group, class List>
void finish_reduction(const Group& group, unsigned* arrived, const List& list) {
  const std::size_t groups = group.get_group_linear_range();
  bool is_last = false;
  if (group.leader()) {
    const atomic_ref<unsigned, memory_order::acq_rel, memory_scope::device> counter(*arrived);
    is_last = counter.fetch_add(1) + 1 == groups;
  }
  if (group_broadcast(group, is_last)) combine_partials(group, groups, list);
}

/// Whether a kernel is called with an item and its reducers, or with a kernel_handler behind them.
template <class Functor, class Item, class List>
struct reduction_call;
template <class Functor, class Item, class... Reductions>
struct reduction_call<Functor, Item, reduction_list<Reductions...>> {
  static constexpr bool alone =
      std::is_invocable_v<const Functor&, Item, typename Reductions::reducer_type&...>;
  static constexpr bool with_handler =
      std::is_invocable_v<const Functor&, Item, typename Reductions::reducer_type&...,
                          kernel_handler>;
  static constexpr bool fits = alone || with_handler;
  static constexpr std::size_t handlers = alone ? 0 : 1;
};

/// A kernel over a range: each work-item of some work-groups takes many items.
template <int Dimensions, class Functor, class List>
struct range_reduction {
  Functor functor;
  range<Dimensions> extent;
  unsigned* arrived;
  List list;

  using with_id = reduction_call<Functor, item<Dimensions, true>, List>;
  using without_id = reduction_call<Functor, item<Dimensions, false>, List>;
  static_assert(with_id::fits || without_id::fits,
                "the kernel takes an item or an id, and a reducer by reference for each reduction");
  using item_type =
      std::conditional_t<with_id::fits, item<Dimensions, true>, item<Dimensions, false>>;
  static constexpr std::size_t handlers = with_id::fits ? with_id::handlers : without_id::handlers;

  template <class... Handler, std::enable_if_t<sizeof...(Handler) == handlers, int> = 0>
  void operator()(const nd_item<1>& here, const Handler&... its_handler) const {
    const auto group = here.get_group();
    with_reducers(group, group.get_group_linear_id(), list, [&](auto&... reducers) {
      const sub_group lanes = here.get_sub_group();
      const std::size_t sub_groups = lanes.get_group_linear_range();
      const reduction_place place{
          group.get_group_linear_range() * sub_groups,
          group.get_group_linear_id() * sub_groups + lanes.get_group_linear_id(),
          lanes.get_max_local_range()[0], lanes.get_local_linear_id()};
      for_own_items(extent, place, [&](const id<Dimensions>& at) {
        const item<Dimensions, false> item_here = item_access::make(extent, at);
        functor(static_cast<item_type>(item_here), reducers..., its_handler...);
      });
    });
    finish_reduction(group, arrived, list);
  }
};

/// A kernel over work-groups of the user.
template <int Dimensions, class Functor, class List>
struct nd_range_reduction {
  Functor functor;
  unsigned* arrived;
  List list;

  using call = reduction_call<Functor, nd_item<Dimensions>, List>;
  static_assert(call::fits,
                "the kernel takes an nd_item, and a reducer by reference for each reduction");

  template <class... Handler, std::enable_if_t<sizeof...(Handler) == call::handlers, int> = 0>
  void operator()(const nd_item<Dimensions>& here, const Handler&... its_handler) const {
    const auto group = here.get_group();
    with_reducers(group, group.get_group_linear_id(), list,
                  [&](auto&... reducers) { functor(here, reducers..., its_handler...); });
    finish_reduction(group, arrived, list);
  }
};

/// Work-items in a work-group of a reduction over a range. Their sub-groups run one after the other and have a fixed cost each,
/// so that no more are worth it than the largest sub-group has.
constexpr std::size_t reduction_group_size = 64;

/// The number of work-groups that reduce a range of `items` on a device of `units`.
///
/// Nobody knows how long the kernel takes for an item. So all units get work as soon as there are some items for each. More
/// than one work-group a unit evens out different speeds of units, where that costs nothing: each costs 40 ns beside its items.
/// A launch and its wait for the sum of 16 Ki floats took 2.3 µs with 1 work-group, 2.5 µs with 2 and 2.9 µs with 16, which one
/// thread ran.
constexpr std::size_t reduction_groups(std::size_t items, std::size_t units) {
  constexpr std::size_t least_items = 128;    // of a work-group
  constexpr std::size_t enough_items = 1024;  // of a work-group, before a unit gets a second one
  constexpr std::size_t most_for_unit = 4;
  if (items <= least_items) return 1;
  const std::size_t affordable = (items - 1) / least_items + 1;
  if (affordable <= units) return affordable;
  const std::size_t wanted = items / enough_items;
  if (wanted <= units) return units;
  return wanted < most_for_unit * units ? wanted : most_for_unit * units;
}

/// The memory of a launch: a counter of work-groups, and their partial results.
class reduction_memory {
 public:
  reduction_memory(cleave_sycl_queue* queue, std::size_t bytes) {
    check(api().take_scratch(queue, first_place + bytes, &box_, &memory_));
    *arrived() = 0;
  }
  reduction_memory(const reduction_memory&) = delete;
  reduction_memory& operator=(const reduction_memory&) = delete;
  ~reduction_memory() {
    if (box_.destroy != nullptr) box_.destroy(box_.state);
  }

  unsigned* arrived() const { return static_cast<unsigned*>(memory_); }
  /// The next `bytes`.
  void* take(std::size_t bytes) {
    void* const place = static_cast<char*>(memory_) + first_place + used_;
    used_ += bytes;
    return place;
  }
  /// Gives the memory to the caller, who keeps the box until the kernel has ended.
  cleave_sycl_box release() {
    const cleave_sycl_box box = box_;
    box_ = {};
    return box;
  }

 private:
  static constexpr std::size_t first_place = 64;  // behind the counter, in another line of caches
  cleave_sycl_box box_{};
  void* memory_ = nullptr;
  std::size_t used_ = 0;
};

/// Rounded up to whole lines of caches.
constexpr std::size_t reduction_bytes(std::size_t group_bytes, std::size_t groups) {
  return (group_bytes * groups + 63) / 64 * 64;
}

template <class First, class... Rest>
reduction_list<First, Rest...> make_list(const First& first, const reduction_list<Rest...>& rest) {
  return {first, rest};
}
inline reduction_list<> bind_reductions(handler&, reduction_memory&, std::size_t) {
  return {};
}
template <class First, class... Rest>
auto bind_reductions(handler& group, reduction_memory& memory, std::size_t groups,
                     const First& first, const Rest&... rest) {
  auto bound = first.bind(group, memory.take(reduction_bytes(First::group_bytes, groups)));
  auto others = bind_reductions(group, memory, groups, rest...);
  return make_list(bound, others);
}

/// The memory or the buffer that a reduction's result goes to.
template <class Type>
struct reduction_target {
  Type* result;  // or
  cleave_sycl_buffer* buffer;
  std::size_t first;
};
template <class Type, int Dimensions, class Allocator>
reduction_target<Type> target_of(const buffer<Type, Dimensions, Allocator>& result) {
  if (result.size() != 1) raise(errc::invalid, "the buffer of a reduction has one element");
  return {nullptr, object_access::get(result), buffer_access::first(result)};
}

/// A known identity is taken in place of the user's.
template <int Dimensions, std::size_t Extent, class Type, class Operation>
auto request_reduction(const reduction_target<Type>& to, const Type& identity,
                       const Operation& operation, const property_list& properties) {
  const bool keeps_before =
      !property_access::has<property::reduction::initialize_to_identity>(properties);
  using request = reduction_request<Type, Operation, Dimensions, Extent, true>;
  if constexpr (has_known_identity_v<Operation, Type>) {
    return request(to.result, to.buffer, to.first, known_identity_v<Operation, Type>, operation,
                   keeps_before);
  } else {
    return request(to.result, to.buffer, to.first, identity, operation, keeps_before);
  }
}
template <int Dimensions, std::size_t Extent, class Type, class Operation>
auto request_reduction(const reduction_target<Type>& to, const Operation& operation,
                       const property_list& properties) {
  if constexpr (has_known_identity_v<Operation, Type>) {
    return request_reduction<Dimensions, Extent, Type>(to, known_identity_v<Operation, Type>,
                                                       operation, properties);
  } else {
    if (property_access::has<property::reduction::initialize_to_identity>(properties)) {
      raise(errc::invalid,
            "initialize_to_identity: the operation has no known identity; reduction takes one "
            "behind where the result goes");
    }
    return reduction_request<Type, Operation, Dimensions, Extent, false>(
        to.result, to.buffer, to.first, {}, operation, true);
  }
}

template <class Type>
struct not_deduced {
  using type = Type;
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

// The result goes to where a pointer says, to the one element of a buffer, or to the elements of a span, each of which has
// a reduction of its own. The operation is any that is associative and commutative; without an identity, what was in the
// result counts. errc::invalid for buffers of another size, and for initialize_to_identity where there is none.
#define CLEAVE_SYCL_IDENTITY const typename detail::not_deduced<Type>::type&
template <class Type, class Operation, detail::enable_if_operation<Operation, Type> = 0>
auto reduction(Type* result, Operation operation, const property_list& properties = {}) {
  return detail::request_reduction<0, 1, Type>({result, nullptr, 0}, operation, properties);
}
template <class Type, class Operation, detail::enable_if_operation<Operation, Type> = 0>
auto reduction(Type* result, CLEAVE_SYCL_IDENTITY identity, Operation operation,
               const property_list& properties = {}) {
  return detail::request_reduction<0, 1, Type>({result, nullptr, 0}, identity, operation,
                                               properties);
}
template <class Type, int Dimensions, class Allocator, class Operation,
          detail::enable_if_operation<Operation, Type> = 0>
auto reduction(buffer<Type, Dimensions, Allocator> result, handler&, Operation operation,
               const property_list& properties = {}) {
  return detail::request_reduction<0, 1, Type>(detail::target_of(result), operation, properties);
}
template <class Type, int Dimensions, class Allocator, class Operation,
          detail::enable_if_operation<Operation, Type> = 0>
auto reduction(buffer<Type, Dimensions, Allocator> result, handler&, CLEAVE_SYCL_IDENTITY identity,
               Operation operation, const property_list& properties = {}) {
  return detail::request_reduction<0, 1, Type>(detail::target_of(result), identity, operation,
                                               properties);
}
template <class Type, std::size_t Extent, class Operation,
          detail::enable_if_operation<Operation, Type> = 0>
auto reduction(span<Type, Extent> result, Operation operation,
               const property_list& properties = {}) {
  static_assert(Extent != dynamic_extent, "the type of the span says how many elements it has");
  return detail::request_reduction<1, Extent, Type>({result.data(), nullptr, 0}, operation,
                                                    properties);
}
template <class Type, std::size_t Extent, class Operation,
          detail::enable_if_operation<Operation, Type> = 0>
auto reduction(span<Type, Extent> result, CLEAVE_SYCL_IDENTITY identity, Operation operation,
               const property_list& properties = {}) {
  static_assert(Extent != dynamic_extent, "the type of the span says how many elements it has");
  return detail::request_reduction<1, Extent, Type>({result.data(), nullptr, 0}, identity,
                                                    operation, properties);
}
#undef CLEAVE_SYCL_IDENTITY

template <class Name, int Dimensions, class Functor, class... Reductions>
void handler::reduce(const range<Dimensions>& extent, const Functor& functor,
                     const Reductions&... reductions) {
  constexpr std::size_t width = detail::reduction_group_size;
  const device its_device =
      detail::object_access::share<device>(detail::api().queue_device(queue_));
  const std::size_t groups = detail::reduction_groups(
      extent.size(), its_device.get_info<info::device::max_compute_units>());
  detail::reduction_memory memory(
      queue_, (detail::reduction_bytes(Reductions::group_bytes, groups) + ... + 0));
  const auto list = detail::bind_reductions(*this, memory, groups, reductions...);
  using Kernel = detail::range_reduction<Dimensions, Functor, std::remove_const_t<decltype(list)>>;
  add_kernel<Name, detail::nd_range_shape<1>>(
      detail::launch_sizes(nd_range<1>(groups * width, width)),
      Kernel{functor, extent, memory.arrived(), list});
  object_.also_keep(memory.release());
}

template <class Name, int Dimensions, class Functor, class... Reductions>
void handler::reduce(const nd_range<Dimensions>& extent, const Functor& functor,
                     const Reductions&... reductions) {
  const std::size_t groups = extent.get_group_range().size();
  detail::reduction_memory memory(
      queue_, (detail::reduction_bytes(Reductions::group_bytes, groups) + ... + 0));
  const auto list = detail::bind_reductions(*this, memory, groups, reductions...);
  using Kernel =
      detail::nd_range_reduction<Dimensions, Functor, std::remove_const_t<decltype(list)>>;
  add_kernel<Name, detail::nd_range_shape<Dimensions>>(detail::launch_sizes(extent),
                                                       Kernel{functor, memory.arrived(), list});
  object_.also_keep(memory.release());
}

}  // namespace _v1
}  // namespace sycl

// Declares reductions: one value of what all work-items contribute (SYCL 2020, 4.9.2). They take numbers and SYCL's
// function objects, and a pointer or a buffer for the result.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "accessor.hpp"
#include "atomic_ref.hpp"
#include "detail/builtins.hpp"
#include "functional.hpp"
#include "group_algorithm.hpp"
#include "handler.hpp"
#include "queue.hpp"

namespace sycl {
inline namespace _v1 {

namespace property::reduction {
/// The result begins with the identity: what was there before does not count.
struct initialize_to_identity {};
}  // namespace property::reduction
CLEAVE_SYCL_PROPERTY(property::reduction, initialize_to_identity)

template <class Type, class Operation, int Dimensions = 0, std::size_t Extent = 1,
          class Identity = void>
class reducer;

namespace CLEAVE_SYCL_HIDDEN detail {
struct reducer_access;
}

/// A work-item's contribution to a reduction.
template <class Type, class Operation>
class reducer<Type, Operation, 0, 1, void> {
 public:
  using value_type = Type;
  using binary_operation = Operation;
  static constexpr int dimensions = 0;

  reducer(const reducer&) = delete;
  reducer& operator=(const reducer&) = delete;

  reducer& combine(const Type& partial) {
    value_ = operation_(value_, partial);
    return *this;
  }
  Type identity() const { return identity_; }

// The operators that the operation has.
#define CLEAVE_SYCL_REDUCER(op, which)                                                 \
  template <class O = Operation>                                                       \
  friend std::enable_if_t<detail::is_operation<O, which, Type>, reducer&> operator op( \
      reducer& of, const Type& partial) {                                              \
    return of.combine(partial);                                                        \
  }
  CLEAVE_SYCL_REDUCER(+=, plus)
  CLEAVE_SYCL_REDUCER(*=, multiplies)
  CLEAVE_SYCL_REDUCER(&=, bit_and)
  CLEAVE_SYCL_REDUCER(|=, bit_or)
  CLEAVE_SYCL_REDUCER(^=, bit_xor)
#undef CLEAVE_SYCL_REDUCER
  template <class O = Operation>
  friend std::enable_if_t<detail::is_operation<O, plus, Type>, reducer&> operator++(reducer& of) {
    return of.combine(Type(1));
  }

 private:
  friend struct detail::reducer_access;
  reducer(const Type& identity, Operation operation)
      : identity_(identity), value_(identity), operation_(operation) {}
  Type identity_;
  Type value_;
  Operation operation_;
};

namespace CLEAVE_SYCL_HIDDEN detail {

struct reducer_access {
  template <class Type, class Operation>
  static auto make(const Type& identity, Operation operation) {
    return reducer<Type, Operation, 0, 1, void>(identity, operation);
  }
  template <class Type, class Operation>
  static Type value(const reducer<Type, Operation, 0, 1, void>& of) {
    return of.value_;
  }
};

/// A reduction as kernels have it. `partials` has a place for each work-group.
template <class Type, class Operation>
struct reduction_data {
  Type* result;
  Type* partials;
  Type identity;
  Operation operation;
  bool keeps_before;  // what was in the result counts
};

/// A reduction as the user asks for it.
template <class Type, class Operation>
class reduction_request {
 public:
  using value_type = Type;
  reduction_request(Type* result, cleave_sycl_buffer* buffer, std::size_t first,
                    const Type& identity, Operation operation, const property_list& properties)
      : data_{result, nullptr, identity, operation,
              !property_access::has<property::reduction::initialize_to_identity>(properties)},
        buffer_(buffer),
        first_(first) {}

  /// With the memory that a launch uses.
  reduction_data<Type, Operation> bind(handler& group, void* partials) const {
    reduction_data<Type, Operation> data = data_;
    data.partials = static_cast<Type*>(partials);
    if (buffer_ != nullptr) {
      const unsigned no_init = data.keeps_before ? 0u : unsigned{CLEAVE_SYCL_ACCESS_NO_INIT};
      void* const address = handler_access::add_access(
          group, buffer_, CLEAVE_SYCL_ACCESS_READ | CLEAVE_SYCL_ACCESS_WRITE | no_init);
      data.result = static_cast<Type*>(address) + first_;
    }
    return data;
  }

 private:
  reduction_data<Type, Operation> data_;
  cleave_sycl_buffer* buffer_;  // null: the result is where the pointer says
  std::size_t first_;
};

template <class Argument>
struct is_reduction : std::false_type {};
template <class Type, class Operation>
struct is_reduction<reduction_request<Type, Operation>> : std::true_type {};

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
  auto own = reducer_access::make(list.first.identity, list.first.operation);
  with_reducers(group, number, list.rest, body, reducers..., own);
  const auto partial = reduce_over_group(group, reducer_access::value(own), list.first.operation);
  if (group.leader()) list.first.partials[number] = partial;
}

/// Combines the partial results of all work-groups, in one of them.
template <class Group>
void combine_partials(const Group&, std::size_t, const reduction_list<>&) {}
template <class Group, class First, class... Rest>
void combine_partials(const Group& group, std::size_t groups,
                      const reduction_list<First, Rest...>& list) {
  const First& its = list.first;
  auto own = its.identity;
  for (std::size_t i = group.get_local_linear_id(); i < groups;
       i += group.get_local_linear_range()) {
    own = its.operation(own, its.partials[i]);
  }
  const auto all = reduce_over_group(group, own, its.operation);
  if (group.leader()) *its.result = its.keeps_before ? its.operation(*its.result, all) : all;
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

/// A kernel over a range: each work-item of some work-groups takes many items.
template <int Dimensions, class Functor, class List>
struct range_reduction {
  Functor functor;
  range<Dimensions> extent;
  unsigned* arrived;
  List list;

  void operator()(const nd_item<1>& here) const {
    const auto group = here.get_group();
    with_reducers(group, group.get_group_linear_id(), list, [&](auto&... reducers) {
      // Each sub-group has items that lie one behind the other, for caches' sake: sub-groups may run one after the
      // other.
      const sub_group lanes = here.get_sub_group();
      const std::size_t width = lanes.get_max_local_range()[0];
      const std::size_t teams = group.get_group_linear_range() * lanes.get_group_linear_range();
      const std::size_t team = group.get_group_linear_id() * lanes.get_group_linear_range() +
                               lanes.get_group_linear_id();
      const std::size_t count = extent.size();
      const std::size_t share = ((count + teams - 1) / teams + width - 1) / width * width;
      const std::size_t begin = team * share;
      const std::size_t end = begin + share < count ? begin + share : count;
      for (std::size_t i = begin + lanes.get_local_linear_id(); i < end; i += width) {
        const item<Dimensions, false> item_here = item_access::make(extent, delinear(extent, i));
        if constexpr (std::is_invocable_v<const Functor&, item<Dimensions, true>,
                                          decltype(reducers)...>) {
          functor(static_cast<item<Dimensions, true>>(item_here), reducers...);
        } else {
          functor(item_here, reducers...);
        }
      }
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

  void operator()(const nd_item<Dimensions>& here) const {
    const auto group = here.get_group();
    with_reducers(group, group.get_group_linear_id(), list,
                  [&](auto&... reducers) { functor(here, reducers...); });
    finish_reduction(group, arrived, list);
  }
};

/// The memory of a launch: a counter of work-groups, and their partial results. It is freed when the kernel has ended.
class reduction_memory {
 public:
  reduction_memory(cleave_sycl_queue* queue, std::size_t bytes)
      : context_(reference<cleave_sycl_context>::share(api().queue_context(queue))) {
    const cleave_sycl_usm_request request{sizeof request,      CLEAVE_SYCL_USM_SHARED,
                                          context_.get(),      api().queue_device(queue),
                                          first_place + bytes, first_place};
    check(api().allocate(&request, &memory_));
    if (memory_ == nullptr) raise(errc::memory_allocation, "a reduction: there is no memory left");
    *arrived() = 0;
  }
  reduction_memory(reduction_memory&& other) noexcept
      : context_(std::move(other.context_)), memory_(other.memory_), used_(other.used_) {
    other.memory_ = nullptr;
  }
  reduction_memory(const reduction_memory&) = delete;
  reduction_memory& operator=(const reduction_memory&) = delete;
  ~reduction_memory() {
    if (memory_ == nullptr) return;
    if (cleave_sycl_error* error = api().free(context_.get(), memory_)) api().release_error(error);
  }

  unsigned* arrived() const { return static_cast<unsigned*>(memory_); }
  /// The next `bytes`.
  void* take(std::size_t bytes) {
    void* const place = static_cast<char*>(memory_) + first_place + used_;
    used_ += bytes;
    return place;
  }

 private:
  static constexpr std::size_t first_place = 64;  // behind the counter, in another line of caches
  reference<cleave_sycl_context> context_;
  void* memory_ = nullptr;
  std::size_t used_ = 0;
};

constexpr std::size_t reduction_bytes(std::size_t element, std::size_t groups) {
  return (element * groups + 63) / 64 * 64;
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
  auto bound =
      first.bind(group, memory.take(reduction_bytes(sizeof(typename First::value_type), groups)));
  auto others = bind_reductions(group, memory, groups, rest...);
  return make_list(bound, others);
}

}  // namespace CLEAVE_SYCL_HIDDEN detail

// The result goes to where a pointer says, or to the first element of a buffer.
template <class Type, class Operation, detail::enable_if_collective<Operation, Type> = 0>
auto reduction(Type* result, Operation operation, const property_list& properties = {}) {
  return detail::reduction_request<Type, Operation>(
      result, nullptr, 0, known_identity_v<Operation, Type>, operation, properties);
}
template <class Type, class Operation, detail::enable_if_collective<Operation, Type> = 0>
auto reduction(Type* result, const Type& identity, Operation operation,
               const property_list& properties = {}) {
  return detail::reduction_request<Type, Operation>(result, nullptr, 0, identity, operation,
                                                    properties);
}
template <class Type, class Allocator, class Operation,
          detail::enable_if_collective<Operation, Type> = 0>
auto reduction(buffer<Type, 1, Allocator> result, handler&, Operation operation,
               const property_list& properties = {}) {
  return detail::reduction_request<Type, Operation>(
      nullptr, detail::object_access::get(result), detail::buffer_access::first(result),
      known_identity_v<Operation, Type>, operation, properties);
}
template <class Type, class Allocator, class Operation,
          detail::enable_if_collective<Operation, Type> = 0>
auto reduction(buffer<Type, 1, Allocator> result, handler&, const Type& identity,
               Operation operation, const property_list& properties = {}) {
  return detail::reduction_request<Type, Operation>(nullptr, detail::object_access::get(result),
                                                    detail::buffer_access::first(result), identity,
                                                    operation, properties);
}

template <class Name, int Dimensions, class Functor, class... Reductions>
void handler::reduce(const range<Dimensions>& extent, const Functor& functor,
                     const Reductions&... reductions) {
  constexpr std::size_t width = 128;
  constexpr std::size_t groups_per_unit = 4;
  const device its_device =
      detail::object_access::share<device>(detail::api().queue_device(queue_));
  const std::size_t most = groups_per_unit * its_device.get_info<info::device::max_compute_units>();
  const std::size_t wanted = (extent.size() + width - 1) / width;
  const std::size_t groups = wanted == 0 ? 1 : wanted < most ? wanted : most;
  detail::reduction_memory memory(
      queue_, (detail::reduction_bytes(sizeof(typename Reductions::value_type), groups) + ... + 0));
  const auto list = detail::bind_reductions(*this, memory, groups, reductions...);
  using Kernel = detail::range_reduction<Dimensions, Functor, std::remove_const_t<decltype(list)>>;
  add_kernel<Name, detail::nd_range_shape<1>>(
      detail::launch_sizes(nd_range<1>(groups * width, width)),
      Kernel{functor, extent, memory.arrived(), list});
  object_.also_keep(detail::make_box(std::move(memory)));
}

template <class Name, int Dimensions, class Functor, class... Reductions>
void handler::reduce(const nd_range<Dimensions>& extent, const Functor& functor,
                     const Reductions&... reductions) {
  const std::size_t groups = extent.get_group_range().size();
  detail::reduction_memory memory(
      queue_, (detail::reduction_bytes(sizeof(typename Reductions::value_type), groups) + ... + 0));
  const auto list = detail::bind_reductions(*this, memory, groups, reductions...);
  using Kernel =
      detail::nd_range_reduction<Dimensions, Functor, std::remove_const_t<decltype(list)>>;
  add_kernel<Name, detail::nd_range_shape<Dimensions>>(detail::launch_sizes(extent),
                                                       Kernel{functor, memory.arrived(), list});
  object_.also_keep(detail::make_box(std::move(memory)));
}

}  // namespace _v1
}  // namespace sycl

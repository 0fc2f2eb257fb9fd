// Declares reducer: what a work-item contributes to a reduction (SYCL 2020, 4.9.2.3).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include "detail/group_exchange.hpp"
#include "functional.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

struct reducer_access;

/// The kind of value that a work-item gathers. With an identity it begins with that.
template <class Type, class Operation, bool HasIdentity>
struct gathering {
  using value_type = Type;
  using operation_type = Operation;
  using identity_type = Type;
  static const Type& of(const Type& partial) { return partial; }
  static const Type& begin(const Type& identity, const Type*) { return identity; }
  template <class Combine>
  static Type add(const Type& before, const Type& all, const Combine& combine) {
    return static_cast<Type>(combine(before, all));
  }
};
/// Without an identity a work-item may have gathered nothing.
template <class Type, class Operation>
struct gathering<Type, Operation, false> {
  using value_type = maybe<Type>;
  using operation_type = maybe_operation<Operation>;
  struct identity_type {};
  static maybe<Type> of(const Type& partial) { return {partial, true}; }
  /// The result has a value, where types may have no other.
  static maybe<Type> begin(const identity_type&, const Type* result) { return {*result, false}; }
  template <class Combine>
  static Type add(const Type& before, const maybe<Type>& all, const Combine& combine) {
    return combine({before, true}, all).value;
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail

/// A reducer of one value, which has no dimensions. Reductions over spans have one dimension.
template <class Type, class Operation, int Dimensions = 0, std::size_t Extent = 1,
          bool HasIdentity = true>
class reducer {
  static_assert(Dimensions == 0 && Extent == 1, "reductions are over a value or a span");
  using gathering = detail::gathering<Type, Operation, HasIdentity>;

 public:
  using value_type = Type;
  using binary_operation = Operation;
  static constexpr int dimensions = Dimensions;

  reducer(const reducer&) = delete;
  reducer& operator=(const reducer&) = delete;

  reducer& combine(const Type& partial) {
    value_ =
        static_cast<typename gathering::value_type>(operation_(value_, gathering::of(partial)));
    return *this;
  }
  template <bool Has = HasIdentity, std::enable_if_t<Has, int> = 0>
  Type identity() const {
    return identity_;
  }

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
    return of.combine(static_cast<Type>(1));
  }

 private:
  friend struct detail::reducer_access;
  template <class, class, int, std::size_t, bool>
  friend class reducer;

  reducer(const typename gathering::identity_type& identity, const Type* result,
          const Operation& operation)
      : identity_(identity), value_(gathering::begin(identity, result)), operation_{operation} {}

  typename gathering::identity_type identity_;
  typename gathering::value_type value_;
  typename gathering::operation_type operation_;
};

/// A reducer for each element of a span: `reducer[i]` contributes to that element.
template <class Type, class Operation, std::size_t Extent, bool HasIdentity>
class reducer<Type, Operation, 1, Extent, HasIdentity> {
  using element = reducer<Type, Operation, 0, 1, HasIdentity>;

 public:
  using value_type = Type;
  using binary_operation = Operation;
  static constexpr int dimensions = 1;

  reducer(const reducer&) = delete;
  reducer& operator=(const reducer&) = delete;

  element& operator[](std::size_t index) { return elements_[index]; }

 private:
  friend struct detail::reducer_access;
  using identity = typename detail::gathering<Type, Operation, HasIdentity>::identity_type;

  reducer(const identity& its_identity, const Type* result, const Operation& operation)
      : reducer(its_identity, result, operation, std::make_index_sequence<Extent>()) {}
  template <std::size_t... Indices>
  reducer(const identity& its_identity, const Type* result, const Operation& operation,
          std::index_sequence<Indices...>)
      : elements_{element(its_identity, result + Indices, operation)...} {}

  element elements_[Extent];
};

namespace CLEAVE_SYCL_HIDDEN detail {

struct reducer_access {
  template <class Reducer, class Identity, class Type, class Operation>
  static Reducer make(const Identity& identity, const Type* result, const Operation& operation) {
    return Reducer(identity, result, operation);
  }
  /// The value that an element has gathered.
  template <class Type, class Operation, bool HasIdentity>
  static const auto& value(const reducer<Type, Operation, 0, 1, HasIdentity>& of, std::size_t) {
    return of.value_;
  }
  template <class Type, class Operation, std::size_t Extent, bool HasIdentity>
  static const auto& value(const reducer<Type, Operation, 1, Extent, HasIdentity>& of,
                           std::size_t index) {
    return of.elements_[index].value_;
  }
};

}  // namespace CLEAVE_SYCL_HIDDEN detail
}  // namespace _v1
}  // namespace sycl

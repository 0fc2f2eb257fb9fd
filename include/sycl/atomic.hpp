// Declares atomic of SYCL 1.2.1, and accessors whose elements are such (SYCL 2020, 4.15.4).
#pragma once

#include <cstddef>
#include <type_traits>

#include "accessor.hpp"
#include "atomic_ref.hpp"
#include "local_accessor.hpp"
#include "memory_enums.hpp"
#include "multi_ptr.hpp"

namespace sycl {
inline namespace _v1 {

/// A reference to an object that work-items share. Its order is always memory_order::relaxed.
template <class Type, access::address_space Space = access::address_space::global_space>
class atomic {
  static_assert(std::is_same_v<Type, float> || std::is_integral_v<Type>,
                "atomic is of int, long, long long, their unsigned types, and float");
  static constexpr memory_scope scope =
      Space == access::address_space::local_space ? memory_scope::work_group : memory_scope::device;
  static constexpr memory_order relaxed = memory_order::relaxed;

 public:
  template <class Pointee, access::decorated IsDecorated>
  explicit atomic(multi_ptr<Pointee, Space, IsDecorated> to)
      : to_(reinterpret_cast<Type*>(to.get_raw())) {
    static_assert(sizeof(Type) == sizeof(Pointee), "the object has the size of the atomic");
  }

  void store(Type value, memory_order = relaxed) { target().store(value); }
  Type load(memory_order = relaxed) const { return target().load(); }
  Type exchange(Type value, memory_order = relaxed) { return target().exchange(value); }
  template <class T = Type, std::enable_if_t<std::is_integral_v<T>, int> = 0>
  bool compare_exchange_strong(Type& expected, Type desired, memory_order = relaxed,
                               memory_order = relaxed) {
    return target().compare_exchange_strong(expected, desired);
  }
#define CLEAVE_SYCL_FETCH(name)                                               \
  template <class T = Type, std::enable_if_t<std::is_integral_v<T>, int> = 0> \
  Type name(Type value, memory_order = relaxed) {                             \
    return target().name(value);                                              \
  }
  CLEAVE_SYCL_FETCH(fetch_add)
  CLEAVE_SYCL_FETCH(fetch_sub)
  CLEAVE_SYCL_FETCH(fetch_and)
  CLEAVE_SYCL_FETCH(fetch_or)
  CLEAVE_SYCL_FETCH(fetch_xor)
  CLEAVE_SYCL_FETCH(fetch_min)
  CLEAVE_SYCL_FETCH(fetch_max)
#undef CLEAVE_SYCL_FETCH

 private:
  atomic_ref<Type, relaxed, scope, Space> target() const {
    return atomic_ref<Type, relaxed, scope, Space>(*to_);
  }
  Type* to_;
};

template <class Type, access::address_space Space>
void atomic_store(atomic<Type, Space> object, Type value,
                  memory_order order = memory_order::relaxed) {
  object.store(value, order);
}
template <class Type, access::address_space Space>
Type atomic_load(atomic<Type, Space> object, memory_order order = memory_order::relaxed) {
  return object.load(order);
}
template <class Type, access::address_space Space>
bool atomic_compare_exchange_strong(atomic<Type, Space> object, Type& expected, Type desired,
                                    memory_order success = memory_order::relaxed,
                                    memory_order failure = memory_order::relaxed) {
  return object.compare_exchange_strong(expected, desired, success, failure);
}
#define CLEAVE_SYCL_FETCH(name, member)                                                           \
  template <class Type, access::address_space Space>                                              \
  Type name(atomic<Type, Space> object, Type value, memory_order order = memory_order::relaxed) { \
    return object.member(value, order);                                                           \
  }
CLEAVE_SYCL_FETCH(atomic_exchange, exchange)
CLEAVE_SYCL_FETCH(atomic_fetch_add, fetch_add)
CLEAVE_SYCL_FETCH(atomic_fetch_sub, fetch_sub)
CLEAVE_SYCL_FETCH(atomic_fetch_and, fetch_and)
CLEAVE_SYCL_FETCH(atomic_fetch_or, fetch_or)
CLEAVE_SYCL_FETCH(atomic_fetch_xor, fetch_xor)
CLEAVE_SYCL_FETCH(atomic_fetch_min, fetch_min)
CLEAVE_SYCL_FETCH(atomic_fetch_max, fetch_max)
#undef CLEAVE_SYCL_FETCH

namespace CLEAVE_SYCL_HIDDEN detail {
template <access::address_space Space, class Type>
atomic<Type, Space> atomic_at(Type& element) {
  return atomic<Type, Space>(address_space_cast<Space, access::decorated::no>(&element));
}

/// An accessor of more dimensions that has been indexed.
template <class View, access::address_space Space>
class atomic_view {
 public:
  explicit atomic_view(const View& of) : of_(of) {}
  auto operator[](std::size_t index) const {
    decltype(auto) element = of_[index];
    if constexpr (std::is_lvalue_reference_v<decltype(element)>) {
      return atomic_at<Space>(element);
    } else {
      return atomic_view<decltype(element), Space>(element);
    }
  }

 private:
  View of_;
};

/// An accessor with atomics in place of its elements.
template <class Accessor, class Type, int Dimensions, access::address_space Space>
class with_atomics : public Accessor {
 public:
  using Accessor::Accessor;
  with_atomics() = default;

  template <int D = Dimensions, std::enable_if_t<D == 0, int> = 0>
  operator atomic<Type, Space>() const {
    Type& element = static_cast<const Accessor&>(*this);
    return atomic_at<Space>(element);
  }
  template <int D = Dimensions, std::enable_if_t<(D > 0), int> = 0>
  atomic<Type, Space> operator[](id<D> index) const {
    return atomic_at<Space>(Accessor::operator[](index));
  }
  template <int D = Dimensions, std::enable_if_t<D == 1, int> = 0>
  atomic<Type, Space> operator[](std::size_t index) const {
    return atomic_at<Space>(Accessor::operator[](index));
  }
  template <int D = Dimensions, std::enable_if_t<(D > 1), int> = 0>
  auto operator[](std::size_t index) const {
    return atomic_view<decltype(Accessor::operator[](index)), Space>(Accessor::operator[](index));
  }
};
}  // namespace CLEAVE_SYCL_HIDDEN detail

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
template <class Type, int Dimensions, access::placeholder IsPlaceholder>
class accessor<Type, Dimensions, access_mode::atomic, target::device, IsPlaceholder>
    : public detail::with_atomics<
          accessor<Type, Dimensions, access_mode::read_write, target::device, IsPlaceholder>, Type,
          Dimensions, access::address_space::global_space> {
  using base = detail::with_atomics<
      accessor<Type, Dimensions, access_mode::read_write, target::device, IsPlaceholder>, Type,
      Dimensions, access::address_space::global_space>;

 public:
  using base::base;
  accessor() = default;
};
template <class Type, int Dimensions, access::placeholder IsPlaceholder>
class accessor<Type, Dimensions, access_mode::atomic, target::local, IsPlaceholder>
    : public detail::with_atomics<local_accessor<Type, Dimensions>, Type, Dimensions,
                                  access::address_space::local_space> {
  using base = detail::with_atomics<local_accessor<Type, Dimensions>, Type, Dimensions,
                                    access::address_space::local_space>;

 public:
  using base::base;
  accessor() = default;
};
#pragma clang diagnostic pop

}  // namespace _v1
}  // namespace sycl

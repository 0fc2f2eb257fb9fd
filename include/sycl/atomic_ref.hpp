// Declares atomic_ref and atomic_fence (SYCL 2020, 4.15.1 and 4.15.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "access.hpp"
#include "detail/builtins.hpp"
#include "memory_enums.hpp"

namespace sycl {
inline namespace _v1 {
namespace CLEAVE_SYCL_HIDDEN detail {

constexpr int native(memory_order order) {
  switch (order) {
    case memory_order::relaxed:
      return __ATOMIC_RELAXED;
    case memory_order::acquire:
      return __ATOMIC_ACQUIRE;
    case memory_order::release:
      return __ATOMIC_RELEASE;
    case memory_order::acq_rel:
      return __ATOMIC_ACQ_REL;
    default:
      return __ATOMIC_SEQ_CST;
  }
}
constexpr int native(memory_scope scope) {
  switch (scope) {
    case memory_scope::work_item:
      return __MEMORY_SCOPE_SINGLE;
    case memory_scope::sub_group:
      return __MEMORY_SCOPE_WVFRNT;
    case memory_scope::work_group:
      return __MEMORY_SCOPE_WRKGRP;
    case memory_scope::device:
      return __MEMORY_SCOPE_DEVICE;
    default:
      return __MEMORY_SCOPE_SYSTEM;
  }
}
/// The order of what only reads, and of what only writes, in an operation of this order.
constexpr memory_order read_part(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::acquire
         : order == memory_order::release ? memory_order::relaxed
                                          : order;
}
constexpr memory_order write_part(memory_order order) {
  return order == memory_order::acq_rel   ? memory_order::release
         : order == memory_order::acquire ? memory_order::relaxed
                                          : order;
}

// The compiler's operations take constants as scopes.
#define CLEAVE_SYCL_WITH_SCOPE(scope, operation) \
  switch (scope) {                               \
    case memory_scope::work_item:                \
      return operation(__MEMORY_SCOPE_SINGLE);   \
    case memory_scope::sub_group:                \
      return operation(__MEMORY_SCOPE_WVFRNT);   \
    case memory_scope::work_group:               \
      return operation(__MEMORY_SCOPE_WRKGRP);   \
    case memory_scope::device:                   \
      return operation(__MEMORY_SCOPE_DEVICE);   \
    default:                                     \
      return operation(__MEMORY_SCOPE_SYSTEM);   \
  }

/// Has what every atomic_ref has.
template <class Type, memory_order DefaultOrder, memory_scope DefaultScope>
class atomic_base {
  static_assert(DefaultOrder == memory_order::relaxed || DefaultOrder == memory_order::acq_rel ||
                    DefaultOrder == memory_order::seq_cst,
                "the default order of atomic_ref is relaxed, acq_rel or seq_cst");

 public:
  using value_type = Type;
  static constexpr std::size_t required_alignment = sizeof(Type);
  static constexpr bool is_always_lock_free = true;
  static constexpr memory_order default_read_order = read_part(DefaultOrder);
  static constexpr memory_order default_write_order = write_part(DefaultOrder);
  static constexpr memory_order default_read_modify_write_order = DefaultOrder;
  static constexpr memory_scope default_scope = DefaultScope;

  bool is_lock_free() const noexcept { return true; }

  void store(Type value, memory_order order = default_write_order,
             memory_scope scope = default_scope) const noexcept {
#define CLEAVE_SYCL_STORE(scope) __scoped_atomic_store(pointer_, &value, native(order), scope)
      CLEAVE_SYCL_WITH_SCOPE(scope, CLEAVE_SYCL_STORE)
#undef CLEAVE_SYCL_STORE
  } Type load(memory_order order = default_read_order,
              memory_scope scope = default_scope) const noexcept {
#define CLEAVE_SYCL_LOAD(scope) load_in<scope>(order)
    CLEAVE_SYCL_WITH_SCOPE(scope, CLEAVE_SYCL_LOAD)
#undef CLEAVE_SYCL_LOAD
  }
  operator Type() const noexcept { return load(); }
  Type exchange(Type value, memory_order order = default_read_modify_write_order,
                memory_scope scope = default_scope) const noexcept {
#define CLEAVE_SYCL_EXCHANGE(scope) exchange_in<scope>(value, order)
    CLEAVE_SYCL_WITH_SCOPE(scope, CLEAVE_SYCL_EXCHANGE)
#undef CLEAVE_SYCL_EXCHANGE
  }
  bool compare_exchange_strong(Type& expected, Type desired, memory_order success,
                               memory_order failure,
                               memory_scope scope = default_scope) const noexcept {
#define CLEAVE_SYCL_COMPARE(scope)                                                        \
  __scoped_atomic_compare_exchange(pointer_, &expected, &desired, false, native(success), \
                                   native(failure), scope)
    CLEAVE_SYCL_WITH_SCOPE(scope, CLEAVE_SYCL_COMPARE)
#undef CLEAVE_SYCL_COMPARE
  }
  bool compare_exchange_strong(Type& expected, Type desired,
                               memory_order order = default_read_modify_write_order,
                               memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, read_part(order), scope);
  }
  bool compare_exchange_weak(Type& expected, Type desired, memory_order success,
                             memory_order failure,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure, scope);
  }
  bool compare_exchange_weak(Type& expected, Type desired,
                             memory_order order = default_read_modify_write_order,
                             memory_scope scope = default_scope) const noexcept {
    return compare_exchange_strong(expected, desired, order, read_part(order), scope);
  }

 protected:
  explicit atomic_base(Type& of) : pointer_(&of) {}

  template <int Scope>
  Type load_in(memory_order order) const noexcept {
    Type value;
    __scoped_atomic_load(pointer_, &value, native(order), Scope);
    return value;
  }
  template <int Scope>
  Type exchange_in(Type value, memory_order order) const noexcept {
    Type before;
    __scoped_atomic_exchange(pointer_, &value, &before, native(order), Scope);
    return before;
  }

  Type* pointer_;
};

// A read-modify-write operation of the compiler.
#define CLEAVE_SYCL_FETCH(name)                                                     \
  Type name(Type value, memory_order order = base::default_read_modify_write_order, \
            memory_scope scope = base::default_scope) const noexcept {              \
    CLEAVE_SYCL_WITH_SCOPE(scope, CLEAVE_SYCL_##name)                               \
  }
#define CLEAVE_SYCL_fetch_add(scope) \
  __scoped_atomic_fetch_add(this->pointer_, value, native(order), scope)
#define CLEAVE_SYCL_fetch_sub(scope) \
  __scoped_atomic_fetch_sub(this->pointer_, value, native(order), scope)
#define CLEAVE_SYCL_fetch_and(scope) \
  __scoped_atomic_fetch_and(this->pointer_, value, native(order), scope)
#define CLEAVE_SYCL_fetch_or(scope) \
  __scoped_atomic_fetch_or(this->pointer_, value, native(order), scope)
#define CLEAVE_SYCL_fetch_xor(scope) \
  __scoped_atomic_fetch_xor(this->pointer_, value, native(order), scope)
#define CLEAVE_SYCL_fetch_min(scope) \
  __scoped_atomic_fetch_min(this->pointer_, value, native(order), scope)
#define CLEAVE_SYCL_fetch_max(scope) \
  __scoped_atomic_fetch_max(this->pointer_, value, native(order), scope)

template <class Type, memory_order DefaultOrder, memory_scope DefaultScope, class = void>
class atomic_operations : public atomic_base<Type, DefaultOrder, DefaultScope> {
 protected:
  using atomic_base<Type, DefaultOrder, DefaultScope>::atomic_base;
};

template <class Type, memory_order DefaultOrder, memory_scope DefaultScope>
class atomic_operations<Type, DefaultOrder, DefaultScope,
                        std::enable_if_t<std::is_integral_v<Type>>>
    : public atomic_base<Type, DefaultOrder, DefaultScope> {
  using base = atomic_base<Type, DefaultOrder, DefaultScope>;

 public:
  using difference_type = Type;
  CLEAVE_SYCL_FETCH(fetch_add)
  CLEAVE_SYCL_FETCH(fetch_sub)
  CLEAVE_SYCL_FETCH(fetch_and)
  CLEAVE_SYCL_FETCH(fetch_or)
  CLEAVE_SYCL_FETCH(fetch_xor)
  CLEAVE_SYCL_FETCH(fetch_min)
  CLEAVE_SYCL_FETCH(fetch_max)
  Type operator++(int) const noexcept { return fetch_add(1); }
  Type operator--(int) const noexcept { return fetch_sub(1); }
  Type operator++() const noexcept { return static_cast<Type>(fetch_add(1) + 1); }
  Type operator--() const noexcept { return static_cast<Type>(fetch_sub(1) - 1); }
  Type operator+=(Type value) const noexcept { return static_cast<Type>(fetch_add(value) + value); }
  Type operator-=(Type value) const noexcept { return static_cast<Type>(fetch_sub(value) - value); }
  Type operator&=(Type value) const noexcept { return fetch_and(value) & value; }
  Type operator|=(Type value) const noexcept { return fetch_or(value) | value; }
  Type operator^=(Type value) const noexcept { return fetch_xor(value) ^ value; }

 protected:
  using base::base;
};

template <class Type, memory_order DefaultOrder, memory_scope DefaultScope>
class atomic_operations<Type, DefaultOrder, DefaultScope,
                        std::enable_if_t<std::is_floating_point_v<Type>>>
    : public atomic_base<Type, DefaultOrder, DefaultScope> {
  using base = atomic_base<Type, DefaultOrder, DefaultScope>;

 public:
  using difference_type = Type;
  CLEAVE_SYCL_FETCH(fetch_add)
  CLEAVE_SYCL_FETCH(fetch_sub)
  CLEAVE_SYCL_FETCH(fetch_min)
  CLEAVE_SYCL_FETCH(fetch_max)
  Type operator+=(Type value) const noexcept { return fetch_add(value) + value; }
  Type operator-=(Type value) const noexcept { return fetch_sub(value) - value; }

 protected:
  using base::base;
};

/// Pointers are counted in elements.
template <class Pointee, memory_order DefaultOrder, memory_scope DefaultScope>
class atomic_operations<Pointee*, DefaultOrder, DefaultScope>
    : public atomic_base<Pointee*, DefaultOrder, DefaultScope> {
  using base = atomic_base<Pointee*, DefaultOrder, DefaultScope>;
  using Type = Pointee*;
  static constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(Pointee));

 public:
  using difference_type = std::ptrdiff_t;
  Type fetch_add(std::ptrdiff_t count, memory_order order = base::default_read_modify_write_order,
                 memory_scope scope = base::default_scope) const noexcept {
    const std::ptrdiff_t value = count * size;
    CLEAVE_SYCL_WITH_SCOPE(scope, CLEAVE_SYCL_fetch_add)
  }
  Type fetch_sub(std::ptrdiff_t count, memory_order order = base::default_read_modify_write_order,
                 memory_scope scope = base::default_scope) const noexcept {
    return fetch_add(-count, order, scope);
  }
  Type operator++(int) const noexcept { return fetch_add(1); }
  Type operator--(int) const noexcept { return fetch_sub(1); }
  Type operator++() const noexcept { return fetch_add(1) + 1; }
  Type operator--() const noexcept { return fetch_sub(1) - 1; }
  Type operator+=(std::ptrdiff_t count) const noexcept { return fetch_add(count) + count; }
  Type operator-=(std::ptrdiff_t count) const noexcept { return fetch_sub(count) - count; }

 protected:
  using base::base;
};

#undef CLEAVE_SYCL_FETCH
#undef CLEAVE_SYCL_fetch_add
#undef CLEAVE_SYCL_fetch_sub
#undef CLEAVE_SYCL_fetch_and
#undef CLEAVE_SYCL_fetch_or
#undef CLEAVE_SYCL_fetch_xor
#undef CLEAVE_SYCL_fetch_min
#undef CLEAVE_SYCL_fetch_max

}  // namespace CLEAVE_SYCL_HIDDEN detail

template <class Type, memory_order DefaultOrder, memory_scope DefaultScope,
          access::address_space Space = access::address_space::generic_space>
class atomic_ref : public detail::atomic_operations<Type, DefaultOrder, DefaultScope> {
  static_assert(sizeof(Type) == 4 || sizeof(Type) == 8, "atomics have 4 or 8 bytes");
  static_assert(Space == access::address_space::generic_space ||
                    Space == access::address_space::global_space ||
                    Space == access::address_space::local_space,
                "atomics lie in global or local memory");
  using base = detail::atomic_operations<Type, DefaultOrder, DefaultScope>;

 public:
  static constexpr access::address_space address_space = Space;

  explicit atomic_ref(Type& of) : base(of) {}
  atomic_ref(const atomic_ref&) noexcept = default;
  atomic_ref& operator=(const atomic_ref&) = delete;
  Type operator=(Type value) const noexcept {
    this->store(value);
    return value;
  }
};

inline void atomic_fence(memory_order order, memory_scope scope) {
#define CLEAVE_SYCL_FENCE(scope) __scoped_atomic_thread_fence(detail::native(order), scope)
  CLEAVE_SYCL_WITH_SCOPE(scope, CLEAVE_SYCL_FENCE)
#undef CLEAVE_SYCL_FENCE
}

#undef CLEAVE_SYCL_WITH_SCOPE

}  // namespace _v1
}  // namespace sycl
